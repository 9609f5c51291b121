import { createWriteStream } from 'node:fs'
import { chown, mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SystemUser } from '../../platform/data-folder.ts'
import type { BackupPlace } from '../backup-place.ts'
import { collect } from '../streams.ts'
import { readBase } from './base.ts'
import type { Route } from './choose-base.ts'
import { type WalPart, walKey } from './layout.ts'
import { readPacked } from './packed.ts'
import { readTar } from './tar.ts'
import { segmentFile, segmentStart } from './wal-position.ts'

/** Writes the files of a base and the log behind it, ready to be recovered. */
export async function writeCluster(
  place: BackupPlace,
  route: Route,
  cluster: string,
  user: SystemUser | undefined,
): Promise<void> {
  const own = async (path: string) => {
    if (user) await chown(path, user.uid, user.gid)
  }
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster)
  await readTar(readBase(place, route.line, route.base), async ({ path, isFolder }, bytes) => {
    const target = resolve(cluster, path)
    if (!target.startsWith(cluster + sep)) throw new Error(`the base backup contains ${path}`)
    await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 })
    if (!isFolder) await pipeline(bytes, createWriteStream(target, { mode: 0o600 }))
    await own(target)
  })
  for (const part of route.parts) await own(await writeWal(place, route, cluster, part))
}

/** Writes a part of the log where it belongs in its segment. What a segment lacks reads as zeros: there it ends. */
async function writeWal(place: BackupPlace, { line }: Route, cluster: string, part: WalPart): Promise<string> {
  const path = join(cluster, 'pg_wal', segmentFile(part.start, line))
  const bytes = await collect(readPacked(place, walKey(line.name, part)))
  if (BigInt(bytes.length) !== part.end - part.start) throw new Error(`${walKey(line.name, part)} has another size`)
  const file = await open(path, 'r+', 0o600).catch(() => open(path, 'w', 0o600))
  try {
    await file.truncate(line.segmentSize)
    await file.write(bytes, 0, bytes.length, Number(part.start - segmentStart(part.start, line)))
  } finally {
    await file.close()
  }
  return path
}
