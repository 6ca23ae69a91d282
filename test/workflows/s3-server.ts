import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workflowTool } from '../requirement.ts';

export interface S3Server {
  /** Without a bucket; buckets are addressed by path. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  close(): Promise<void>;
}

/** Starts versitygw, a real S3-compatible server, over an empty folder. @throws if it does not listen within 20 s */
export async function startS3Server(): Promise<S3Server> {
  const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-s3-'));
  // Metadata lies beside the files, so that a file system without extended attributes will do.
  const folder = (name: string): string => mkdirSync(join(dir, name), { recursive: true }) ?? join(dir, name);
  const [objects, meta] = [folder('objects'), folder('meta')];
  const port = await freePort();
  // Not us-east-1: s3mini names the region when it makes a bucket, which S3 refuses for that one alone.
  const region = 'eu-central-1';
  const [accessKeyId, secretAccessKey] = ['access-not-real', 'secret-not-real'];
  const child = spawn(
    workflowTool('bin/versitygw'),
    ['--port', `127.0.0.1:${port}`, '--region', region, '--quiet', 'posix', '--sidecar', meta, objects],
    {
      env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      stdio: 'ignore',
    },
  );
  const ended = new Promise<void>((done) => child.once('close', () => done()).once('error', () => done()));
  const close = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  if (!(await listens(child, port))) {
    await close();
    throw new Error(`versitygw does not listen on port ${port}`);
  }
  return { url: `http://127.0.0.1:${port}`, region, accessKeyId, secretAccessKey, close };
}

/** versitygw does not say which port it got when asked for any, so we ask the system for one first. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

async function listens(child: ChildProcess, port: number): Promise<boolean> {
  for (let left = 400; left > 0 && child.exitCode === null; left -= 1) {
    const open = await new Promise<boolean>((answer) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => answer(true)).once('error', () => answer(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return true;
    await new Promise((done) => setTimeout(done, 50));
  }
  return false;
}
