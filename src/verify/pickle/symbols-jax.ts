import { badArguments } from './call.ts';
import { reduced } from './numpy.ts';
import { asData } from './symbols-framework.ts';
import { PyDict, PyGlobal, PyObject, type PyValue, type SymbolModel } from './value.ts';

/** States of optimizers, each a named tuple of arrays, by module of Optax (0.2.8). */
const OPTAX: Record<string, string> = {
  '_src.base': 'EmptyState',
  '_src.factorized': 'FactoredState',
  '_src.linesearch':
    'BacktrackingLinesearchState ScaleByBacktrackingLinesearchState ScaleByZoomLinesearchState ZoomLinesearchState',
  '_src.lookahead': 'LookaheadState',
  '_src.transform':
    'ScaleByAdaDeltaState ScaleByAdamState ScaleByAdanState ScaleByAmsgradState ScaleByBeliefState ScaleByDistanceOverGradientsState ScaleByLBFGSState ScaleByLionState ScaleByNovogradState ScaleByOptimisticGradientState ScaleByRStdDevState ScaleByRStdDevWithCountState ScaleByRmsState ScaleByRmsWithCountState ScaleByRpropState ScaleByRssState ScaleBySM3State ScaleByScheduleState',
  'contrib._ademamix': 'ScaleByAdemamixState ScaleBySimplifiedAdEMAMixState',
  'contrib._muon': 'MuonState',
  'contrib._prodigy': 'ProdigyState',
  'contrib._reduce_on_plateau': 'ReduceLROnPlateauState',
  'contrib._schedule_free': 'ScheduleFreeState',
  'contrib._sophia': 'HutchinsonState SophiaState',
  'schedules._inject': 'InjectHyperparamsState InjectStatefulHyperparamsState WrappedScheduleState',
  'transforms._accumulation': 'EmaState MultiStepsState TraceState',
  'transforms._adding': 'AddNoiseState',
  'transforms._combining': 'PartitionState',
  'transforms._conditionality': 'ApplyIfFiniteState ConditionallyMaskState ConditionallyTransformState',
  'transforms._constraining': 'ZeroNansState',
  'transforms._masking': 'MaskedState',
};

const ARRAY = 'jax._src.array._reconstruct_array';

/** `(NumPy's call, its arguments, its state, {'weak_type': ...})`: JAX keeps an array as the one of NumPy that it is copied from. */
function array(args: readonly PyValue[]): PyValue {
  const [call, inner, state, kind] = args;
  if (call instanceof PyGlobal && call.model.tier === 'D') {
    call.onCall();
    return new PyObject(ARRAY_CLASS, args);
  }
  const made = args.length === 4 && kind instanceof PyDict ? reduced(call, inner, state) : undefined;
  if (made === undefined) throw badArguments(ARRAY);
  return made;
}

const ARRAY_CLASS: PyGlobal = new PyGlobal(ARRAY, { tier: 'C', call: array });

/** Tier C: what a pickle of JAX's arrays and of Optax's states names. */
export const jaxSymbols = (): [string, SymbolModel][] => [
  [ARRAY, ARRAY_CLASS.model],
  ...Object.entries(OPTAX).flatMap(([file, names]) =>
    names.split(' ').map((name): [string, SymbolModel] => {
      const full = `optax.${file}.${name}`;
      return [full, asData(full)];
    }),
  ),
];
