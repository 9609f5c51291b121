import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import type { Random } from '../crash/random.ts'
import { testSecret } from './cluster.ts'
import type { SharedPortal } from './shared-portal.ts'

/** How often the process is killed in each action, before it may finish. */
const kills = 2

const program = new URL('../../app/notes/tests/note-process.ts', import.meta.url).pathname

/** Where, as whom and when processes are killed. */
export interface Round {
  portal: SharedPortal
  admin: Actor
  colleague: Actor
  random: Random
}

/** Starts a process on a task, kills it at a random moment, checks the state, and finally lets one finish. */
export async function whileKilled({ portal, colleague, random }: Round, task: string, check: () => Promise<void>) {
  for (let i = 0; i < kills; i++) {
    const child = start(portal, colleague, task)
    await opened(child)
    await Promise.race([pause(random.between(0, 1500)), once(child, 'close')])
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    await rolledBack(portal)
    await check()
  }
  const last = start(portal, colleague, task)
  await once(last, 'close')
  expect(last.exitCode).toBe(0)
}

async function opened(child: ChildProcess): Promise<void> {
  for await (const line of child.stdout ?? []) if (String(line).includes('open')) return
}

/** The database notices a lost client at its next message. */
async function rolledBack({ owner }: SharedPortal): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await owner.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and xact_start is not null
        and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (rows[0].open === 0) return
    await pause(100)
  }
}

function start(portal: SharedPortal, actor: Actor, task: string): ChildProcess {
  const env = {
    ...{ DATABASE_URL: portal.ownerUrl, DATA_DIR: portal.dataDir, AUTH_SECRET: testSecret },
    ...{ SMTP_URL: portal.mailbox.url, MAIL_FROM: 'desk@larkstone.example' },
  }
  const values = [env, actor, [task]].map(value => JSON.stringify(value))
  return spawn(process.execPath, [program, ...values], { stdio: ['ignore', 'pipe', 'inherit'] })
}
