import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { bareEnvironment } from '../../../../server/database/embedded/binaries.ts'
import type { SystemUser } from '../../../../server/platform/data-folder.ts'
import { StartError } from '../../../../server/platform/start-error.ts'
import type { BackupPlace } from '../backup-place.ts'
import { type Bytes, decompressed, forEachParallel, gather } from '../streams.ts'
import { filesOf } from './base.ts'
import type { Route } from './choose-base.ts'
import { segmentKey } from './segments.ts'

/** Concurrent downloads of segments. */
const atOnce = 8

/** Writes a base's files and the log after it into two folders, ready for recovery. */
export async function writeCluster(
  place: BackupPlace,
  { base, segments }: Route,
  { cluster, segmentFolder }: { cluster: string; segmentFolder: string },
  user: SystemUser | undefined,
): Promise<void> {
  for (const folder of [cluster, segmentFolder]) {
    await mkdir(folder, { mode: 0o700 })
    if (user) await chown(folder, user.uid, user.gid)
  }
  await unpack(gather(place.read(filesOf(base))), cluster, user)
  await forEachParallel(segments, atOnce, async segment => {
    const path = join(segmentFolder, segment.name)
    await pipeline(decompressed(place.read(segmentKey(base.line, segment))), createWriteStream(path, { mode: 0o600 }))
    if (user) await chown(path, user.uid, user.gid)
  })
}

/** Unpacks a tar with the system's own program, as the user who will run the database. */
async function unpack(packed: Bytes, folder: string, user: SystemUser | undefined): Promise<void> {
  const tar = spawn('tar', ['-xf', '-'], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: folder,
    env: bareEnvironment,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  tar.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = once(tar, 'close').catch(error => [error.message])
  // tar's exit gives the result, and may come before the end of its input has been acknowledged.
  const { stdin } = tar.on('error', () => {})
  const closed = once(
    stdin.on('error', () => {}),
    'close',
  ).catch(() => {})
  const failed = await pipeline(packed, createGunzip(), async bytes => {
    for await (const piece of bytes)
      if (stdin.writable && !stdin.write(piece)) await Promise.race([once(stdin, 'drain').catch(() => {}), closed])
  }).catch((error: Error) => error)
  stdin.end()
  const [code] = await ended
  if (code !== 0) throw new StartError(`The copy of the database can't be unpacked: tar says ${said.trim() || code}.`)
  if (failed) throw failed
}
