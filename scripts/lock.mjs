// A lock for work that only one process may do at a time.

import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache/lock')

/**
 * Runs `work` while no other process holds the lock. It is released when its process dies. The lock is the file with
 * the highest number in a folder, which names its holder. A process that finds the holder dead creates the file with
 * the next number, which only one can. The highest file is never removed, so that a slow process that creates an older
 * number notices that it is too late.
 * @template T
 * @param {string} doing a description for people who have to wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 */
export async function withLock(doing, work) {
  const own = join(folder, `by-${process.pid}-${Date.now()}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(own, `${process.pid} ${startOf(process.pid)} ${doing}`)
  } catch (error) {
    process.stderr.write(
      `This user cannot write to the project folder, which is needed for ${doing} (${error.message}).\n`,
    )
    process.exit(1)
  }
  try {
    const held = await acquire(own)
    try {
      return await work()
    } finally {
      writeFileSync(join(folder, String(held)), 'free')
    }
  } finally {
    unlinkSync(own)
  }
}

async function acquire(own) {
  for (let warned = false; ; ) {
    const last = highest()
    const holder = last === 0 ? undefined : liveHolder(last)
    if (holder) {
      if (!warned) process.stderr.write(`Another process (${holder}) is working here. Waiting for it to finish …\n`)
      warned = true
      await sleep(200)
      continue
    }
    const next = last + 1
    try {
      linkSync(own, join(folder, String(next)))
    } catch (error) {
      if (error.code === 'EEXIST') continue
      throw error
    }
    if (highest() !== next) {
      unlinkSync(join(folder, String(next)))
      continue
    }
    for (const number of numbers()) if (number < next) remove(number)
    return next
  }
}

const numbers = () =>
  readdirSync(folder)
    .filter(name => /^\d+$/.test(name))
    .map(Number)
const highest = () => Math.max(0, ...numbers())

function remove(number) {
  try {
    unlinkSync(join(folder, String(number)))
  } catch {
    // Its creator has removed it.
  }
}

/** The living holder of the lock with this number; undefined if it is free or the holder is dead. */
function liveHolder(number) {
  try {
    const [pid, start, ...doing] = readFileSync(join(folder, String(number)), 'utf8').split(' ')
    if (pid === 'free' || startOf(Number(pid)) !== start) return undefined
    return `${pid}, ${doing.join(' ')}`
  } catch {
    // Removed because there is a higher one: check again.
    return undefined
  }
}

/** A process's start time, which distinguishes it from a later process with the same id. '' if it has ended. */
function startOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return ''
  }
  try {
    // The name in parentheses may contain spaces; the state is the first field after it, the start time the 20th.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? '' : fields[19]
  } catch {
    return 'unknown'
  }
}
