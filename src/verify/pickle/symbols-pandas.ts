import { asData } from './symbols-framework.ts';
import type { SymbolModel } from './value.ts';

/**
 * By module, as 1.5, 2.2 and 3.1 write what tables and series hold; `pandas` itself is where the newest versions say that their
 * classes are, `pandas.core.internals` where those before 0.25 did.
 */
const MODULES: Record<string, string> = {
  pandas:
    'ArrowDtype BooleanDtype Categorical CategoricalDtype CategoricalIndex DataFrame DateOffset DatetimeIndex DatetimeTZDtype Float32Dtype Float64Dtype Index Int16Dtype Int32Dtype Int64Dtype Int8Dtype Interval IntervalDtype IntervalIndex MultiIndex NA Period PeriodDtype PeriodIndex RangeIndex Series SparseDtype StringDtype Timedelta TimedeltaIndex Timestamp UInt16Dtype UInt32Dtype UInt64Dtype UInt8Dtype',
  'pandas.arrays':
    'ArrowExtensionArray ArrowStringArray BooleanArray DatetimeArray FloatingArray IntegerArray IntervalArray NumpyExtensionArray PeriodArray SparseArray StringArray TimedeltaArray',
  'pandas.core.frame': 'DataFrame',
  'pandas.core.series': 'Series',
  'pandas.core.flags': 'Flags',
  'pandas.core.internals': 'BlockManager SingleBlockManager',
  'pandas.core.internals.managers': 'BlockManager SingleBlockManager',
  'pandas.core.internals.blocks': 'new_block',
  'pandas.core.indexes.base': 'Index _new_Index',
  'pandas.core.indexes.category': 'CategoricalIndex',
  'pandas.core.indexes.datetimes': 'DatetimeIndex _new_DatetimeIndex',
  'pandas.core.indexes.frozen': 'FrozenList',
  'pandas.core.indexes.interval': 'IntervalIndex _new_IntervalIndex',
  'pandas.core.indexes.multi': 'MultiIndex',
  'pandas.core.indexes.numeric': 'Float64Index Int64Index UInt64Index',
  'pandas.core.indexes.period': 'PeriodIndex _new_PeriodIndex',
  'pandas.core.indexes.range': 'RangeIndex',
  'pandas.core.indexes.timedeltas': 'TimedeltaIndex _new_TimedeltaIndex',
  'pandas.core.arrays.boolean': 'BooleanArray BooleanDtype',
  'pandas.core.arrays.categorical': 'Categorical',
  'pandas.core.arrays.datetimes': 'DatetimeArray',
  'pandas.core.arrays.floating': 'Float32Dtype Float64Dtype FloatingArray',
  'pandas.core.arrays.integer': 'Int16Dtype Int32Dtype Int64Dtype Int8Dtype IntegerArray UInt8Dtype',
  'pandas.core.arrays.interval': 'IntervalArray',
  'pandas.core.arrays.numpy_': 'NumpyExtensionArray PandasArray',
  'pandas.core.arrays.period': 'PeriodArray',
  'pandas.core.arrays.sparse.array': 'SparseArray',
  'pandas.core.arrays.sparse.dtype': 'SparseDtype',
  'pandas.core.arrays.string_': 'StringArray StringDtype',
  'pandas.core.arrays.string_arrow': 'ArrowStringArray',
  'pandas.core.arrays.timedeltas': 'TimedeltaArray',
  'pandas.core.dtypes.dtypes':
    'CategoricalDtype DatetimeTZDtype IntervalDtype NumpyEADtype PeriodDtype SparseDtype',
  'pandas._libs.arrays': '__pyx_unpickle_NDArrayBacked',
  'pandas._libs.internals': '_unpickle_block',
  'pandas._libs.interval': 'Interval __pyx_unpickle_IntervalMixin',
  'pandas._libs.lib': '_NoDefault',
  'pandas._libs.missing': 'NA',
  'pandas._libs.sparse': 'BlockIndex IntIndex',
  'pandas._libs.tslibs.nattype': '__nat_unpickle _nat_unpickle',
  'pandas._libs.tslibs.offsets':
    'BQuarterBegin BQuarterEnd BYearBegin BYearEnd BusinessDay BusinessHour BusinessMonthBegin BusinessMonthEnd DateOffset Day Easter Hour LastWeekOfMonth Micro Milli Minute MonthBegin MonthEnd Nano QuarterBegin QuarterEnd Second SemiMonthBegin SemiMonthEnd Week WeekOfMonth YearBegin YearEnd',
  'pandas._libs.tslibs.period': 'Period',
  'pandas._libs.tslibs.timedeltas': 'Timedelta _timedelta_unpickle',
  'pandas._libs.tslibs.timestamps': 'Timestamp _unpickle_timestamp',
  'dateutil.tz.tz': 'tzlocal tzoffset tzutc',
  pytz: '_FixedOffset _UTC _p',
  'pyarrow.lib': '_restore_array py_buffer type_for_alias ListType',
};

/** Tier C: tables and series, by exact name, walked as data. */
export const pandasSymbols = (): [string, SymbolModel][] =>
  Object.entries(MODULES).flatMap(([module, names]) =>
    names.split(' ').map((name): [string, SymbolModel] => {
      const full = `${module}.${name}`;
      return [full, asData(full)];
    }),
  );
