import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * Settings for many short statements on a small server with a solid-state disk. How durable a commit is stays as
 * PostgreSQL has it: fsync, synchronous_commit and full_page_writes are on. So does shared_buffers, 128 MB: what doesn't
 * fit in is in the system's cache, whose memory other programs can have back.
 */
const settings = {
  // Compiling a statement takes longer than any of ours runs.
  jit: 'off',
  // Any page of a solid-state disk is about as near as the next, so indexes are used also where they read many.
  random_page_cost: '1.1',
  // Half of the memory is probably cache. Nothing is reserved.
  effective_cache_size: `${Math.max(256, Math.round(totalmem() / 2 / 1024 ** 2))} MB`,
  // Sorting what a word finds among a million names takes up to 4 MB, which is all there is otherwise.
  work_mem: '8 MB',
  // Starting other processes for a statement takes 10 ms, longer than any of ours runs, and every processor has work.
  max_parallel_workers_per_gather: '0',
  // After a checkpoint, the first change writes a whole page to the log. Recovering from a crash takes no longer: the
  // size of the log bounds it.
  checkpoint_timeout: '15min',
  // Where there is a folder for it (archive-folder.ts), each finished segment of the log goes there: flushed, then named.
  archive_mode: 'on',
  archive_command:
    'test ! -d "$ARCHIVE" || { cp -p %p "$ARCHIVE/%f.new" && sync "$ARCHIVE/%f.new" && mv "$ARCHIVE/%f.new" "$ARCHIVE/%f" && sync "$ARCHIVE"; }',
}

/**
 * @param cluster the database's folder
 * @returns settings for the server's command line, new installations' and old ones'; without those that the operator has
 *   set in `postgresql.conf` or with `alter system`, over which the command line would win
 */
export function tuning(cluster: string): Record<string, string> {
  const own = ['postgresql.conf', 'postgresql.auto.conf'].map(name => readOrEmpty(join(cluster, name))).join('\n')
  const isOwn = (name: string) => new RegExp(`^\\s*${name}\\b`, 'm').test(own)
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isOwn(name)))
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
