import type { z } from 'zod';

type AnySchema = z.core.$ZodType;

/** Every key that a zod schema allows in the object at `path`, over all alternatives of its unions. Sorted. */
export function keysAllowedAt(schema: AnySchema, path: readonly (string | number)[]): string[] {
  let level = open(schema);
  for (const step of path) level = level.flatMap((each) => stepInto(each, step)).flatMap(open);
  const keys = level.flatMap((each) => {
    const def = (each as z.core.$ZodTypes)._zod.def;
    return def.type === 'object' ? Object.keys(def.shape) : [];
  });
  return [...new Set(keys)].sort();
}

/** The schema without its wrappers (optional, default, ...) and with unions spread out. */
function open(schema: AnySchema): AnySchema[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return open(def.innerType);
    case 'pipe':
      return open(def.in);
    case 'lazy':
      return open(def.getter());
    case 'union':
      return def.options.flatMap(open);
    default:
      return [schema];
  }
}

function stepInto(schema: AnySchema, step: string | number): AnySchema[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'array') return [def.element];
  if (def.type === 'record') return [def.valueType];
  if (def.type === 'object') {
    const shape: Record<string, AnySchema> = def.shape;
    const member = Object.hasOwn(shape, step) ? shape[step] : undefined;
    return member ? [member] : [];
  }
  return [];
}
