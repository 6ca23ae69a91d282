import { matchesWildcard } from '../../wildcard.ts';

/** Roots of Python's own library; no model is built of it. */
export const PYTHON_ROOTS: ReadonlySet<string> = new Set(
  '__builtin__ __builtins__ __main__ _ctypes _interpreters _io _osx_support _pickle _posixsubprocess _pyrepl _winapi _xxsubinterpreters antigravity ast asyncio atexit base64 bdb builtins bz2 cPickle cProfile cgi cgitb cmd code codecs commands compileall ctypes dill distutils doctest ensurepip fileinput ftplib functools glob http httplib idlelib imaplib imp importlib inspect io joblib lib2to3 linecache logging lzma mailcap marshal modulefinder multiprocessing nntplib nt operator os pathlib pdb pickle pickletools pip pkgutil platform poplib posix profile pty py_compile pydoc requests rlcompleter runpy sched setuptools shelve shutil signal site smtplib socket socketserver sqlite3 ssl subprocess sys tarfile telnetlib tempfile test threading timeit tkinter trace turtle turtledemo types unittest urllib uuid venv webbrowser xml xmlrpc zipapp zipfile zipimport'.split(
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
