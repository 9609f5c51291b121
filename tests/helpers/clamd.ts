import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClamd } from '../../app/file-checks/server/clamd.ts'
import { eventually } from './eventually.ts'

/** The harmless file that every scanner must find (eicar.org), in two halves so that none finds it here. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`
/** This clamd's name for it. */
export const eicarSignature = 'Eicar-Test.UNOFFICIAL'

/** A real clamd that knows one signature, EICAR's, and takes files of up to 2 MB. */
export interface TestClamd extends AsyncDisposable {
  /** Values for `CLAMD_URL`; it listens on both. */
  tcpUrl: string
  unixUrl: string
  /** Ends it, as if its machine went down. */
  stop(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
}

export async function startClamd(): Promise<TestClamd> {
  const program = process.env.CLAMD_PATH || '/usr/sbin/clamd'
  if (!existsSync(program)) {
    throw new Error('this test needs clamd, the daemon of ClamAV: npm test installs it, or CLAMD_PATH names it')
  }
  const folder = await mkdtemp(join(tmpdir(), 'promissory-clamd-'))
  const port = 10_000 + (process.pid % 5_000)
  const path = join(folder, 'socket')
  await writeFile(join(folder, 'test.hdb'), '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test\n')
  const settings = {
    DatabaseDirectory: folder,
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    LocalSocket: path,
    StreamMaxLength: '2M',
    Foreground: 'yes',
    // Files are scanned in order, and in few threads.
    MaxThreads: 4,
  }
  const config = join(folder, 'clamd.conf')
  await writeFile(
    config,
    Object.entries(settings).map(setting => `${setting.join(' ')}\n`),
  )
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child?.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    child = spawn(program, [`--config-file=${config}`], { stdio: 'ignore' })
    await eventually('clamd', () => createClamd({ path }).version())
  }
  await start()
  return {
    tcpUrl: `tcp://127.0.0.1:${port}`,
    unixUrl: `unix:${path}`,
    stop,
    start,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
