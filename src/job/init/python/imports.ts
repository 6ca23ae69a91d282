import type { PythonText } from './text.ts';

/** What the names of a file stand for. */
export interface Bindings {
  /** Modules and names that are imported, whole: `torch.distributed`, `transformers.Trainer`. */
  imported: readonly string[];
  /** A dotted name with its first part explained. */
  full(written: string): string;
}

export function bindingsOf(python: PythonText): Bindings {
  const names = new Map<string, string>();
  const imported: string[] = [];
  const bare = python.bare.replace(/\\\n/g, '  ');
  for (const { local, whole } of [...plainImports(bare), ...fromImports(bare)]) {
    imported.push(whole);
    if (!names.has(local)) names.set(local, whole);
  }
  const full = (written: string): string => {
    const [first = '', ...rest] = written.split('.');
    return [names.get(first) ?? first, ...rest].join('.');
  };
  for (const [, own = '', base = ''] of bare.matchAll(/^[ \t]*class\s+(\w+)\s*\(\s*([A-Za-z_][\w.]*)/gm)) {
    if (!names.has(own)) names.set(own, full(base));
  }
  return { imported, full };
}

interface Binding {
  local: string;
  whole: string;
}

function* plainImports(bare: string): Generator<Binding> {
  for (const [, list = ''] of bare.matchAll(/^[ \t]*import\s+([\w., \t]+)/gm)) {
    for (const part of list.split(',')) {
      const [, whole = '', alias] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (whole === '') continue;
      // `import a.b` binds `a`, and `a.b.c` is what it says.
      yield alias === undefined
        ? { local: whole.split('.')[0] ?? whole, whole: whole.split('.')[0] ?? whole }
        : { local: alias, whole };
      if (alias === undefined && whole.includes('.')) yield { local: whole, whole };
    }
  }
}

function* fromImports(bare: string): Generator<Binding> {
  for (const [, module = '', bracketed, list] of bare.matchAll(
    /^[ \t]*from\s+([\w.]+)\s+import\s+(?:\(([^)]*)\)|([\w., \t*]+))/gm,
  )) {
    for (const part of (bracketed ?? list ?? '').split(',')) {
      const [, name = '', alias] = /^\s*(\w+|\*)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name === '') continue;
      const whole = name === '*' ? module : `${module.replace(/\.$/, '')}.${name}`;
      yield { local: name === '*' ? module : (alias ?? name), whole };
    }
  }
}
