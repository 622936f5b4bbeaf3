"""Compiled programs: kept as object files between runs, loaded without numba.

numba takes seconds to compile the rules and half a second to be imported at all; LLVM alone loads
an object file in milliseconds. A file is known by a digest of all that made it: the texts, the
versions of Python, numba and llvmlite, the processor. It lies in `rivercheck` in the user's cache
($XDG_CACHE_HOME, or ~/.cache); where that cannot be written, each run compiles anew.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm

from .. import chance, deck, grid, rules, ways
from ..errors import RivercheckError
from .layouts import Struct

__all__ = ["Library", "Program", "host_machine", "load"]

FORMAT = b"rivercheck object 1\n"
_NONE = -2  # numba's status of a function that returned None
_LOCK = threading.Lock()


@dataclass(frozen=True, eq=False)
class Program:
    """What is to be compiled: texts beside `chance`, `rules` and `ways`, and entries by name.

    A function of a text takes the place of one of that name in the rules. An entry takes records
    (by their `Struct`) and integers, and returns an integer or nothing.
    """

    name: str
    texts: tuple[ModuleType, ...]
    entries: Mapping[str, tuple[Struct | str, ...]]
    boundscheck: bool = False


class Library:
    """A program in memory. Its functions may run in several threads at once."""

    def __init__(self, program: Program, code: bytes) -> None:
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), host_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._functions = {
            name: self._function(name, kinds) for name, kinds in program.entries.items()
        }

    def _function(self, name: str, kinds: tuple[Struct | str, ...]) -> Any:
        takes = [ctypes.c_int64 if isinstance(kind, str) else ctypes.c_void_p for kind in kinds]
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *takes)
        return prototype(self._engine.get_function_address(name))

    def call(self, name: str, *arguments: int) -> int:
        """Call an entry: addresses of records, and integers. Raises IndexError if checked."""
        result, fault = ctypes.c_int64(), ctypes.c_void_p()
        status = self._functions[name](
            ctypes.addressof(result), ctypes.addressof(fault), *arguments
        )
        if status not in (0, _NONE):
            raise IndexError(f"{name}: an index lies outside its table (status {status})")
        return result.value


_LIBRARIES: dict[Program, Library] = {}


def load(program: Program, told: Callable[[str], None] | None = None) -> Library:
    """The program, compiled if it must be; `told` is given a line that says so before it begins.

    Raises RivercheckError if numba is needed and cannot be imported.
    """
    with _LOCK:
        if program not in _LIBRARIES:
            kept = _cache_folder() / f"{program.name}-{_digest(program)}.o"
            code = _kept(kept)
            if code is None:
                if told is not None:
                    told("compiling the rules for this machine; the next start will be quick")
                code = _compiled(program)
                _keep(kept, code)
            _LIBRARIES[program] = Library(program, code)
        return _LIBRARIES[program]


def _compiled(program: Program) -> bytes:
    try:
        from .compiler import compile_object
    except ImportError as error:
        raise RivercheckError(
            f"numba cannot be used here ({error}): pip install 'rivercheck[bulk]'", "bulk"
        ) from None
    return compile_object(program)


def host_machine() -> Any:
    """LLVM's description of this machine."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        # Words of 512 bits gain nothing here: reading what was written in smaller parts waits.
        features=llvm.get_host_cpu_features().flatten() + ",-avx512f",
        opt=3,
        reloc="pic",
        codemodel="small",
        jit=True,
    )


# Files ----------------------------------------------------------------------------------------


def _digest(program: Program) -> str:
    """A name for all that a compiled program depends on."""
    parts = [FORMAT, repr(sorted(program.entries)).encode(), bytes([program.boundscheck])]
    parts.append(f"{platform.python_version()} {_version('numba')} {_version('llvmlite')}".encode())
    parts.append(f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}".encode())
    here = Path(__file__).parent
    ours = [here / f"{name}.py" for name in ("compiler", "layouts", "native", "structs")]
    theirs = [
        Path(str(text.__file__)) for text in (chance, deck, grid, rules, ways, *program.texts)
    ]
    parts += [path.read_bytes() for path in (*ours, *theirs)]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # nobody's home
        return (Path(base) if base else Path.home() / ".cache") / "rivercheck"
    return Path(tempfile.gettempdir()) / f"rivercheck-{os.getpid()}"


def _kept(path: Path) -> bytes | None:
    """The code in a file, unless there is none or it is not what was written."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    sum_, code = raw[len(FORMAT) : len(FORMAT) + 32], raw[len(FORMAT) + 32 :]
    sound = raw.startswith(FORMAT) and hashlib.sha256(code).digest() == sum_
    return code if sound else None


def _keep(path: Path, code: bytes) -> None:
    """Put the code into a file, whole or not at all; if it cannot be, the next run compiles."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(FORMAT + hashlib.sha256(code).digest() + code)
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
