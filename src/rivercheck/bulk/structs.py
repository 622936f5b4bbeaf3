"""What numba has to know of `layouts`: references to records, and tables of them.

A `Ref` is an address, a `TableType` an address and a length. Every integer read is one of 64 bits,
so that each function is compiled once. Each field is its own class of memory: what is written to
one is known not to change another (`tbaa`), which lets LLVM keep values in registers.
Nothing is counted and nothing is checked, but for indices under `boundscheck`.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.extending import (
    lower_builtin,
    models,
    register_model,
    typeof_impl,
)
from numba.core.imputils import lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)

from .layouts import Struct, Table

__all__ = ["Constants", "Ref", "TableType", "type_of"]

_BYTE = ir.IntType(8)
_WORD = ir.IntType(64)


class Ref(types.Type):
    """The address of a record."""

    def __init__(self, struct: Struct) -> None:
        self.struct = struct
        super().__init__(f"Ref({struct.name})")


class SplitRef(types.Type):
    """The two addresses of a record in two parts."""

    def __init__(self, struct: Struct) -> None:
        self.struct = struct
        super().__init__(f"SplitRef({struct.name})")


class TableType(types.Type):
    """The address of a table and its length."""

    def __init__(self, table: Table) -> None:
        self.table = table
        of = table.of if isinstance(table.of, str) else table.of.name
        super().__init__(f"Table({of}, {table.stride})")


def type_of(kind: str | Struct | Table) -> types.Type:
    """The numba type of a field of this kind."""
    if isinstance(kind, Struct):
        return SplitRef(kind) if kind.cold else Ref(kind)
    if isinstance(kind, Table):
        return TableType(kind)
    return types.int64


register_model(Ref)(models.OpaqueModel)


@register_model(SplitRef)
class _SplitModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: SplitRef) -> None:
        super().__init__(dmm, fe_type, [("address", types.voidptr), ("cold", types.voidptr)])


@register_model(TableType)
class _TableModel(models.StructModel):  # type: ignore[misc]
    def __init__(self, dmm: Any, fe_type: TableType) -> None:
        parts = [("address", types.voidptr), ("cold", types.voidptr), ("length", types.int64)]
        super().__init__(dmm, fe_type, parts)


# Fields ---------------------------------------------------------------------------------------


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Ref

    def generic_resolve(self, ref: Ref, attr: str) -> types.Type | None:
        return type_of(ref.struct.fields[attr]) if attr in ref.struct.fields else None


@lower_getattr_generic(Ref)  # type: ignore[untyped-decorator]
def _get(context: Any, builder: Any, ref: Ref, value: Any, attr: str) -> Any:
    kind = ref.struct.fields[attr]
    address = _ahead(builder, value, _WORD(ref.struct.offset(attr)))
    label = f"{ref.struct.name}.{attr}"
    if isinstance(kind, Struct):
        return address
    if isinstance(kind, str):
        return _load(builder, address, kind, label)
    table = cgutils.create_struct_proxy(type_of(kind))(context, builder)
    words = [_load(builder, _ahead(builder, address, _WORD(at)), "i8", label) for at in (0, 8, 16)]
    table.address = builder.inttoptr(words[0], _BYTE.as_pointer())
    table.cold = builder.inttoptr(words[1], _BYTE.as_pointer())
    table.length = words[2]
    return table._getvalue()


@lower_setattr_generic(Ref)  # type: ignore[untyped-decorator]
def _set(context: Any, builder: Any, sig: Any, args: Any, attr: str) -> None:
    struct = sig.args[0].struct
    kind = struct.fields[attr]
    if not isinstance(kind, str):
        raise TypeError(f"{struct.name}.{attr} is no integer: it cannot be set")
    address = _ahead(builder, args[0], _WORD(struct.offset(attr)))
    _store(builder, address, kind, args[1], f"{struct.name}.{attr}")


@infer_getattr
class _SplitFields(AttributeTemplate):  # type: ignore[misc]
    key = SplitRef

    def generic_resolve(self, ref: SplitRef, attr: str) -> types.Type | None:
        return types.int64 if ref.struct.part(attr) else None


@lower_getattr_generic(SplitRef)  # type: ignore[untyped-decorator]
def _get_split(context: Any, builder: Any, ref: SplitRef, value: Any, attr: str) -> Any:
    address, kind = _part(context, builder, ref, value, attr)
    return _load(builder, address, kind, f"{ref.struct.name}.{attr}")


@lower_setattr_generic(SplitRef)  # type: ignore[untyped-decorator]
def _set_split(context: Any, builder: Any, sig: Any, args: Any, attr: str) -> None:
    address, kind = _part(context, builder, sig.args[0], args[0], attr)
    _store(builder, address, kind, args[1], f"{sig.args[0].struct.name}.{attr}")


def _part(context: Any, builder: Any, ref: SplitRef, value: Any, attr: str) -> tuple[Any, str]:
    """Where a field of a record in two parts is, and its numpy type."""
    both = cgutils.create_struct_proxy(ref)(context, builder, value)
    part: Any = ref.struct.part(attr)
    start = both.address if part is ref.struct else both.cold
    return _ahead(builder, start, _WORD(part.offset(attr))), part.fields[attr]


# Constants ------------------------------------------------------------------------------------


class Constants(tuple[int, ...]):
    """Integers that are indexed, as `OPPOSITE`: without numba's check and its way of failing."""


class _ConstantsType(types.Opaque):
    def __init__(self, values: Constants) -> None:
        self.values = tuple(values)
        super().__init__(f"Constants{self.values}")


register_model(_ConstantsType)(models.OpaqueModel)


@typeof_impl.register(Constants)  # type: ignore[untyped-decorator]
def _typeof(value: Constants, context: Any) -> _ConstantsType:
    return _ConstantsType(value)


@lower_constant(_ConstantsType)  # type: ignore[untyped-decorator]
def _constant(context: Any, builder: Any, kind: _ConstantsType, value: Constants) -> Any:
    array = ir.ArrayType(_WORD, len(value))(list(value))
    variable = cgutils.global_constant(builder, "constants", array)
    return builder.bitcast(variable, _BYTE.as_pointer())


# Elements -------------------------------------------------------------------------------------


@infer_global(operator.getitem)
class _Elements(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], TableType) and isinstance(args[1], types.Integer):
            return signature(type_of(args[0].table.of), args[0], types.int64)
        if isinstance(args[0], _ConstantsType) and isinstance(args[1], types.Integer):
            return signature(types.int64, args[0], types.int64)
        return None


@infer_global(operator.setitem)
class _NewElements(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], TableType) and isinstance(args[1], types.Integer):
            return signature(types.none, args[0], types.int64, types.int64)
        return None


@infer_global(len)
class _Length(AbstractTemplate):  # type: ignore[misc]
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.int64, *args) if isinstance(args[0], TableType) else None


@lower_builtin(operator.getitem, TableType, types.int64)  # type: ignore[untyped-decorator]
def _element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    of = sig.args[0].table.of
    address = _place(context, builder, sig.args[0], *args)
    if isinstance(of, str):
        return _load(builder, address, of, sig.args[0].name)
    if of.cold is None:
        return address
    table = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
    both = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    both.address = address
    size = _WORD(of.cold.dtype.itemsize)
    both.cold = _ahead(builder, table.cold, builder.mul(args[1], size))
    return both._getvalue()


@lower_builtin(operator.getitem, _ConstantsType, types.int64)  # type: ignore[untyped-decorator]
def _one_constant(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address = _ahead(builder, args[0], builder.mul(args[1], _WORD(8)))
    return _load(builder, address, "i8", "constants")


@lower_builtin(operator.setitem, TableType, types.int64, types.int64)  # type: ignore[untyped-decorator]
def _set_element(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    address = _place(context, builder, sig.args[0], args[0], args[1])
    _store(builder, address, sig.args[0].table.of, args[2], sig.args[0].name)
    return context.get_dummy_value()


@lower_builtin(len, TableType)  # type: ignore[untyped-decorator]
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).length


def _place(context: Any, builder: Any, kind: TableType, value: Any, index: Any) -> Any:
    """The address of an element; under `boundscheck` an index outside raises IndexError."""
    table = cgutils.create_struct_proxy(kind)(context, builder, value)
    if context.enable_boundscheck:
        outside = builder.icmp_unsigned(">=", index, table.length)
        with cgutils.if_unlikely(builder, outside):
            says = f"index outside {kind.name}"
            context.call_conv.return_user_exc(builder, IndexError, (says,))
    of = kind.table.of
    size = of.dtype.itemsize if isinstance(of, Struct) else np.dtype(of).itemsize
    return _ahead(builder, table.address, builder.mul(index, _WORD(kind.table.stride or size)))


# Memory ---------------------------------------------------------------------------------------


def _ahead(builder: Any, address: Any, distance: Any) -> Any:
    """The address so many bytes further on."""
    return builder.gep(address, [distance], inbounds=True, source_etype=_BYTE)


def _load(builder: Any, address: Any, kind: str, label: str) -> Any:
    """An integer of the numpy type `kind` as one of 64 bits."""
    dtype = np.dtype(kind)
    narrow = ir.IntType(dtype.itemsize * 8)
    value = builder.load(builder.bitcast(address, narrow.as_pointer()), align=1, typ=narrow)
    _classify(builder, value, label)
    if narrow == _WORD:
        return value
    return builder.zext(value, _WORD) if dtype.kind == "u" else builder.sext(value, _WORD)


def _store(builder: Any, address: Any, kind: str, value: Any, label: str) -> None:
    narrow = ir.IntType(np.dtype(kind).itemsize * 8)
    if narrow != _WORD:
        value = builder.trunc(value, narrow)
    stored = builder.store(value, builder.bitcast(address, narrow.as_pointer()), align=1)
    _classify(builder, stored, label)


def _classify(builder: Any, instruction: Any, label: str) -> None:
    """Say which class of memory an instruction touches."""
    module = builder.module
    root = module.add_metadata(["rivercheck"])
    kind = module.add_metadata([label, root, _WORD(0)])
    instruction.set_metadata("tbaa", module.add_metadata([kind, kind, _WORD(0)]))
