/** Most connections of a process, by purpose. */
export interface PoolSizes {
  people: number
  reading: number
  signIn: number
  jobs: number
  locks: number
  queue: number
}

/**
 * For a single process, with four that listen, hold locks or check reachability: 45, below half of the 100 that the
 * embedded database offers.
 */
const alone: PoolSizes = { people: 12, reading: 8, signIn: 7, jobs: 3, locks: 6, queue: 5 }
/** With fewer, work that holds one connection could wait for another one of its kind. */
const fewest = 2

/**
 * @param processes that share the database (WORKERS)
 * @returns most connections of each. In total they stay near those of one process, so that the processes of an old and
 * a new version can run side by side
 */
export function poolSizes(processes: number): PoolSizes {
  const share = (size: number) => Math.max(fewest, Math.floor(size / processes))
  const { people, reading, signIn, jobs, locks, queue } = alone
  return {
    people: share(people),
    reading: share(reading),
    signIn: share(signIn),
    jobs: share(jobs),
    locks: share(locks),
    queue: share(queue),
  }
}
