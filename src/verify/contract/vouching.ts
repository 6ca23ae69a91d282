import { matchesWildcard } from '../../wildcard.ts';

/** Roots of Python's own library; no model is built of it. */
export const PYTHON_ROOTS: ReadonlySet<string> = new Set(
  '__builtin__ __builtins__ __main__ _ctypes _io _osx_support _pickle _posixsubprocess _pyrepl antigravity ast asyncio atexit base64 bdb builtins bz2 cPickle cProfile cgi cgitb code codecs commands compileall ctypes dill distutils ensurepip fileinput ftplib functools glob http httplib idlelib imaplib imp importlib inspect io joblib lib2to3 linecache logging lzma mailcap marshal multiprocessing nt operator os pathlib pdb pickle pickletools pip pkgutil platform posix profile pty pydoc requests runpy setuptools shelve shutil signal site smtplib socket sqlite3 ssl subprocess sys tarfile telnetlib tempfile test threading timeit tkinter trace turtle turtledemo types urllib uuid venv webbrowser xml xmlrpc zipfile zipimport'.split(
    ' ',
  ),
);

/**
 * Whether the caller vouches for an import, by its name or by a pattern of it, `ultralytics.*`. No pattern takes in what Python
 * itself brings: that must be named.
 */
export function vouchesFor(allowImports: readonly string[], full: string): boolean {
  if (allowImports.includes(full)) return true;
  const [root = ''] = full.split('.');
  if (PYTHON_ROOTS.has(root)) return false;
  return allowImports.some((each) => each.startsWith(`${root}.`) && matchesWildcard(each, full));
}
