// npm run test:systemd: runs deploy/promissory.service on a real systemd, in namespaces of its own, as root on Linux.

import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuilt } from '../helpers/build.ts'
import { eventually } from '../helpers/eventually.ts'

const project = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const port = 18_000 + Math.floor(Math.random() * 1000)
const run = promisify(execFile)

await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'promissory-systemd-'))
await chmod(folder, 0o755)
const namespaces = ['-m', '-p', '-f', '-C', '-u', '-i', '--mount-proc', '--kill-child']
const boot = ['/bin/sh', join(import.meta.dirname, 'boot.sh'), project, folder, String(port)]
const machine = spawn('unshare', [...namespaces, ...boot], { stdio: ['ignore', 'ignore', 'inherit'] })
try {
  await step('start: the site is ready, as its own user', async () => {
    await eventually('the site', isReady)
    expect((await show('User')).includes('promissory'))
  })
  await step('a killed site is started again', async () => {
    const before = await show('MainPID')
    await inside('kill', '-9', before)
    await eventually('another process', async () => !['0', before].includes(await show('MainPID')))
    await eventually('the site', isReady)
  })
  await step('it may write to its data, and to nothing else', async () => {
    const pid = await show('MainPID')
    const tryTo = (path: string) => inside('nsenter', '-t', pid, '-m', '-S', '899', '-G', '899', 'touch', path)
    await tryTo('/var/lib/promissory/data/allowed')
    for (const path of ['/opt/promissory/refused', '/etc/refused', '/home/refused']) {
      expect(
        await tryTo(path).then(
          () => false,
          () => true,
        ),
      )
    }
  })
  await step('stop: everything has ended in order', async () => {
    await inside('systemctl', 'stop', 'promissory')
    expect((await show('Result')) === 'success')
    expect((await show('ExecMainStatus')) === '0')
    expect((await readFile(join(folder, 'site.log'), 'utf8')).includes('the database has stopped'))
    expect(!(await isReady().catch(() => false)))
  })
} catch (error) {
  console.error(error)
  console.error((await readFile(join(folder, 'site.log'), 'utf8').catch(() => '')).slice(-3000))
  process.exitCode = 1
} finally {
  machine.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}

async function isReady(): Promise<boolean> {
  return (await fetch(`http://localhost:${port}/readyz`)).ok
}

async function show(property: string): Promise<string> {
  return await inside('systemctl', 'show', 'promissory', '--value', '-p', property)
}

/** Runs a program where systemd runs. @returns what it says */
async function inside(...command: string[]): Promise<string> {
  const [init] = (await readFile(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8')).trim().split(' ')
  const { stdout } = await run('nsenter', ['-t', String(init), '-m', '-p', ...command])
  return stdout.trim()
}

async function step(what: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`)
}

function expect(holds: boolean): void {
  if (!holds) throw new Error('this is not so')
}
