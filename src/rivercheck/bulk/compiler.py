"""From the texts of the rules to machine code: functions cloned, typed by numba, linked in one.

A clone has the very code of its function, but among its globals the names of its fellows mean
clones too. numba would link and optimise every function for itself; here all are put into one
module, in which LLVM sees the whole and optimises once. Only this module and `structs` need numba;
what they make is an object file that `native` keeps and loads.
"""

from __future__ import annotations

import types as python
from collections.abc import Container, Mapping
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher, CPUTarget
from numba.core.types.misc import unliteral

from .. import chance, rules, ways
from .native import Program, host_machine
from .structs import Constants, type_of

__all__ = ["compile_object"]

# What every program is made of; its own texts are added.
TEXTS = (chance, rules, ways)
STAND_INS = ("ask_card", "ask_die", "ask_pick", "note")
INDEXED = ("FIRST_SIDE", "OPPOSITE")  # tuples that are indexed, not gone through
# All else is put where it is called. What is seldom run is not: it would crowd what always is.
APART = (
    "becomes_water",
    "could_fill",
    "crosses",
    "extends",
    "forks",
    "leads_to_water",
    "next_mouth",
    "no_way_out",
    "refusal_upstream",
)
INLINED = 2000  # LLVM's measure of how large that may be; its own choice is 225

# A target that leaves linking and optimising to us ---------------------------------------------


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function, as numba wrote it."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        pass


class _Codegen(JITCPUCodegen):  # type: ignore[misc]
    _library_class = _Library


class _Context(CPUContext):  # type: ignore[misc]
    def init(self) -> None:
        super().init()
        self._internal_codegen = _Codegen("rivercheck")

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Something to know the function by; nothing is called from Python through numba."""
        return [].append  # a builtin, as numba asks, and a new one each time


class _Target(CPUTarget):  # type: ignore[misc]
    @cached_property
    def _toplevel_target_context(self) -> _Context:
        return _Context(self.typing_context, self._target_name)


class _Fellow(CPUDispatcher):  # type: ignore[misc]
    targetdescr = _Target("cpu")

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compiled once for all integers, not anew for each constant that is passed."""
        return super().get_call_template(tuple(map(unliteral, args)), kws)


# Cloning ---------------------------------------------------------------------------------------


def _clones(program: Program) -> dict[str, _Fellow]:
    """All functions of the texts by name; a program's own stand in for the rules' of that name."""
    options = {"nogil": True, "error_model": "numpy", "boundscheck": program.boundscheck}
    fellows: dict[str, Any] = {"__builtins__": __builtins__}
    made: dict[str, _Fellow] = {}
    for text in (*TEXTS, *program.texts):
        for name, value in vars(text).items():
            if isinstance(value, python.FunctionType) and value.__module__ == text.__name__:
                if name in made and name not in STAND_INS:
                    raise AssertionError(f"two texts to be compiled have a function {name}")
                made[name] = _clone(name, value, fellows, options)
            elif isinstance(value, int | tuple) and fellows.setdefault(name, value) != value:
                raise AssertionError(f"{name} means two things in the texts to be compiled")
    indexed = {name: Constants(fellows.pop(name)) for name in INDEXED}
    fellows |= made
    fellows["rules"] = python.ModuleType("rules")  # without those: numba misreads them in a module
    vars(fellows["rules"]).update(fellows)
    fellows |= indexed
    return made


def _clone(name: str, function: Any, fellows: dict[str, Any], options: Mapping[str, object]) -> Any:
    clone = python.FunctionType(function.__code__, fellows, name, function.__defaults__)
    clone.__module__ = "rivercheck"
    return _Fellow(clone, targetoptions={"nopython": True, **options})


# Compiling -------------------------------------------------------------------------------------


def compile_object(program: Program) -> bytes:
    """An object file of the host's machine code with the entries of a program, by name."""
    made = _clones(program)
    signatures = {name: tuple(map(type_of, kinds)) for name, kinds in program.entries.items()}
    for name, signature in signatures.items():
        made[name].compile(signature)
    results = {name: made[name].overloads[signatures[name]] for name in signatures}
    module = _linked([result.library for result in results.values()])
    for name in APART:
        for result in made[name].overloads.values():
            module.get_function(result.fndesc.llvm_func_name).add_function_attribute("noinline")
    for name, result in results.items():
        module.get_function(result.fndesc.llvm_func_name).name = name
    return _emit(module, signatures)


def _linked(libraries: list[Any]) -> Any:
    """One module with these functions and all that they call."""
    found = list(libraries)
    for library in found:
        called = dict.fromkeys(library._linking_libraries)
        found += [other for other in called if other not in found]
    module = llvm.parse_assembly("")
    for library in found:
        module.link_in(library._final_module, preserve=True)
    return module


def _emit(module: Any, entries: Container[str]) -> bytes:
    """Optimise a module as a whole, hiding all but its entries; its object code."""
    for function in module.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = "internal"
    machine = host_machine()
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = False  # the loops are six steps long
    llvm.set_option("rivercheck", f"-inline-threshold={INLINED}")  # `tuning` has 8 bits for it
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    code: bytes = machine.emit_object(module)
    return code
