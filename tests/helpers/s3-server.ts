import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

/** Credentials of the tests' S3 servers, for a site or this process. */
export const s3Credentials = {
  AWS_ACCESS_KEY_ID: 'test:tester',
  AWS_SECRET_ACCESS_KEY: 'testing',
  // The SDK would query Amazon's metadata service for its region.
  AWS_REGION: 'us-east-1',
}

/**
 * A real S3 server with its own data folder: OpenStack Swift, see s3-server.py. It checks signatures, and ends with
 * this process at the latest.
 */
export interface S3Server extends AsyncDisposable {
  /** Such as http://127.0.0.1:40123 */
  endpoint: string
  /** Creates an empty bucket. @returns a value for `STORAGE_URL` and other places */
  newBucket(): Promise<string>
  /** Ends it at once, as if its machine went down. */
  stop(): Promise<void>
  /** Starts it again, at the same address and with its stored data. */
  start(): Promise<void>
}

/** Starts one in about a second, and sets its credentials in this process's environment. */
export async function startS3Server(): Promise<S3Server> {
  if (!existsSync('/usr/bin/swift-proxy-server')) {
    throw new Error(
      'this test needs OpenStack Swift and memcached, Debian’s packages of which npm test installs as root',
    )
  }
  Object.assign(process.env, s3Credentials)
  let folder = await mkdtemp(join(tmpdir(), 'promissory-s3-'))
  let port = 0
  let child: ChildProcess | undefined
  const start = async () => {
    const script = join(import.meta.dirname, 's3-server.py')
    const started = spawn('/usr/bin/python3', [script, folder, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
    child = started
    const line = once(createInterface(started.stdout), 'line')
    const [answer] = await Promise.race([line, ended(started)])
    if (answer === 'no attributes' && !folder.startsWith('/var/tmp/')) {
      await rm(folder, { recursive: true })
      folder = await mkdtemp('/var/tmp/promissory-s3-')
      return await start()
    }
    port = Number(answer)
    if (!port) throw new Error(`the S3 server did not start: ${answer}`)
    // It must not prevent a finished test process from ending.
    started.unref()
    for (const stream of [started.stdin, started.stdout]) (stream as Socket).unref()
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    const gone = ended(child)
    child.kill('SIGKILL')
    await gone
  }
  await start()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    async newBucket() {
      const name = `test-${randomBytes(6).toString('hex')}`
      const client = new S3Client({ endpoint, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: name }))
      client.destroy()
      return `s3://${name}?endpoint=${endpoint}`
    },
    stop,
    start,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function ended(child: ChildProcess): Promise<unknown[]> {
  return once(child, 'exit')
}

let shared: Promise<S3Server> | undefined

/** @returns one shared by all tests of this process; it ends with the process */
export function sharedS3Server(): Promise<S3Server> {
  shared ??= startS3Server()
  return shared
}
