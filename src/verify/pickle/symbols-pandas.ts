import { asData } from './symbols-framework.ts';
import type { SymbolModel } from './value.ts';

/** By module; `pandas` itself is where the newest versions say that their classes are. */
const MODULES: Record<string, string> = {
  pandas:
    'Categorical CategoricalDtype CategoricalIndex DataFrame DatetimeIndex DatetimeTZDtype Index Interval IntervalDtype IntervalIndex MultiIndex Period PeriodDtype PeriodIndex RangeIndex Series StringDtype Timedelta TimedeltaIndex Timestamp BooleanDtype Float32Dtype Float64Dtype Int8Dtype Int16Dtype Int32Dtype Int64Dtype UInt8Dtype UInt16Dtype UInt32Dtype UInt64Dtype',
  'pandas.arrays':
    'ArrowExtensionArray ArrowStringArray BooleanArray DatetimeArray FloatingArray IntegerArray IntervalArray NumpyExtensionArray PeriodArray SparseArray StringArray TimedeltaArray',
  'pandas.core.frame': 'DataFrame',
  'pandas.core.series': 'Series',
  'pandas.core.flags': 'Flags',
  'pandas.core.internals.managers': 'BlockManager SingleBlockManager',
  'pandas.core.internals.blocks': 'new_block',
  'pandas.core.indexes.base': 'Index _new_Index',
  'pandas.core.indexes.range': 'RangeIndex',
  'pandas.core.indexes.multi': 'MultiIndex',
  'pandas.core.indexes.category': 'CategoricalIndex',
  'pandas.core.indexes.datetimes': 'DatetimeIndex _new_DatetimeIndex',
  'pandas.core.indexes.numeric': 'Float64Index Int64Index UInt64Index',
  'pandas.core.indexes.frozen': 'FrozenList',
  'pandas.core.arrays.categorical': 'Categorical',
  'pandas.core.arrays.datetimes': 'DatetimeArray',
  'pandas.core.arrays.timedeltas': 'TimedeltaArray',
  'pandas.core.arrays.integer': 'IntegerArray Int8Dtype Int16Dtype Int32Dtype Int64Dtype UInt8Dtype',
  'pandas.core.arrays.floating': 'FloatingArray Float32Dtype Float64Dtype',
  'pandas.core.arrays.boolean': 'BooleanArray BooleanDtype',
  'pandas.core.arrays.string_': 'StringArray StringDtype',
  'pandas.core.arrays.string_arrow': 'ArrowStringArray',
  'pandas.core.dtypes.dtypes': 'CategoricalDtype DatetimeTZDtype IntervalDtype PeriodDtype',
  'pandas._libs.internals': '_unpickle_block',
  'pandas._libs.arrays': '__pyx_unpickle_NDArrayBacked',
  'pandas._libs.tslibs.timestamps': '_unpickle_timestamp Timestamp',
  'pandas._libs.tslibs.timedeltas': '_timedelta_unpickle Timedelta',
  'pandas._libs.tslibs.offsets': 'Day Hour Minute Second MonthEnd MonthBegin',
  'pyarrow.lib': '_restore_array py_buffer type_for_alias ListType',
};

/** Tier C: tables and series, by exact name, walked as data. */
export const PANDAS_SYMBOLS: [string, SymbolModel][] = Object.entries(MODULES).flatMap(([module, names]) =>
  names.split(' ').map((name): [string, SymbolModel] => {
    const full = `${module}.${name}`;
    return [full, asData(full)];
  }),
);
