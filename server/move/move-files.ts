import { createHash } from 'node:crypto'
import pg from 'pg'
import { grouped } from '../../rules/number.ts'
import { backupRole } from '../backup/database-shape.ts'
import { SiteHold } from '../database/hold-site.ts'
import { inTurn } from '../database/in-turn.ts'
import { settingsOf } from '../database/settings.ts'
import { readSiteState } from '../database/site-state.ts'
import { describePlace, isPlainKey, type Place } from '../platform/place.ts'
import { StartError } from '../platform/start-error.ts'
import { openStore } from '../storage/open-store.ts'
import { isKey, type Storage, type StoredFile } from '../storage/storage-port.ts'

interface FilesMove {
  /** Connection string of the database's owner, not through a pooler. */
  ownerUrl: string
  from: Place
  to: Place
  /** Tells the operator how far it is. */
  say: (line: string) => void
}

export interface MovedFiles {
  files: number
  bytes: number
  /** Documents whose file the source doesn't have either. */
  missing: number
  /** How long the site was read-only. */
  seconds: number
}

/** Files copied at a time. */
const atOnce = 8
const listed = 1000
/** The site becomes read-only when no more than this many files are left, or after this many rounds. */
const [fewLeft, mostRounds] = [20, 5]
/** In the destination as long as it isn't complete. */
const note = 'move.json'

/**
 * Moves the site's files to another place while the site runs: copies them and reads each back, and then, while the site
 * is read-only, those that are new since. From then on no process takes files that still uses the old place. Files are
 * copied as they are stored, encrypted or not. Interrupted anywhere, it continues when it is called again.
 * @returns what is in the new place; undefined where it had been moved there before
 * @throws StartError where the destination isn't empty, or a file isn't there as it was stored
 */
export async function moveFiles({ ownerUrl, from, to, say }: FilesMove): Promise<MovedFiles | undefined> {
  const owner = new pg.Client({ ...settingsOf(ownerUrl), application_name: 'promissory move' })
  owner.on('error', () => {})
  await owner.connect()
  try {
    const place = describePlace(to)
    const notes = await openStore(to, isPlainKey)
    if ((await readSiteState(owner)).filesAt === place) {
      await notes.delete(note)
      return undefined
    }
    await using hold = await SiteHold.open(ownerUrl, { kind: 'files', to: place })
    await claim(notes, hold.move.id, place)
    const copy = await FileCopy.open(owner, await openStore(from, isKey), await openStore(to, isKey))
    say(`Copying files to ${place}. The site goes on meanwhile.`)
    for (let round = 1; round <= mostRounds; round++) if ((await copy.catchUp()) <= fewLeft) break
    await copy.assertComplete()
    say(`${grouped(copy.files)} files are copied. The site is read-only until the rest is.`)
    await hold.hold()
    const held = performance.now()
    await copy.catchUp()
    const moved = await copy.figures()
    hold.assertHeld()
    await hold.finish({ filesAt: place })
    const seconds = (performance.now() - held) / 1000
    await notes.delete(note)
    await owner.query('truncate app.moved_files')
    return { ...moved, seconds }
  } finally {
    await owner.end()
  }
}

/** @throws StartError unless the place is empty, or this move has begun to fill it */
async function claim(notes: Storage, id: string, place: string): Promise<void> {
  const known = await notes.head(note)
  if (known) {
    if ((await hashOf(notes, note)) === createHash('sha256').update(id).digest('hex')) return
    throw new StartError(`${place} holds part of another move. Use an empty place.`)
  }
  if ((await notes.list({ limit: 1 })).length > 0) {
    throw new StartError(`${place} is not empty. Use an empty place: a move never overwrites anything.`)
  }
  await notes.put(note, bytesOf(Buffer.from(id)))
}

/** The files that are in both places, as the database remembers them in `app.moved_files`. */
class FileCopy {
  readonly #query: ReturnType<typeof inTurn>
  readonly #from: Storage
  readonly #to: Storage
  /** Size by key, of what was copied and compared. */
  readonly #done: Map<string, number>

  private constructor(owner: pg.Client, from: Storage, to: Storage, done: Map<string, number>) {
    this.#query = inTurn(owner)
    this.#from = from
    this.#to = to
    this.#done = done
  }

  static async open(owner: pg.Client, from: Storage, to: Storage): Promise<FileCopy> {
    const { rows } = await owner.query<{ key: string; size: number }>('select key, size::float8 from app.moved_files')
    return new FileCopy(owner, from, to, new Map(rows.map(({ key, size }) => [key, size])))
  }

  get files(): number {
    return this.#done.size
  }

  /**
   * Copies what is new in the source, and removes from the copy what is gone there.
   * @returns how many files were new or gone
   */
  async catchUp(): Promise<number> {
    const gone = new Set(this.#done.keys())
    const walking = allFiles(this.#from)
    let changed = 0
    const work = async () => {
      for await (const { key, size } of shared(walking)) {
        gone.delete(key)
        if (this.#done.get(key) === size) continue
        await this.#copy(key)
        changed++
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    for (const key of gone) await this.#forget(key)
    return changed + gone.size
  }

  /** @throws StartError where the copy doesn't have what was copied into it, or anything else */
  async assertComplete(): Promise<void> {
    let found = 0
    for await (const { key, size } of allFiles(this.#to)) {
      if (this.#done.get(key) !== size) throw new StartError(`The copy of ${key} is not as it was made. ${startOver}`)
      found++
    }
    if (found !== this.#done.size)
      throw new StartError(`${this.#done.size - found} copied files are gone. ${startOver}`)
  }

  async figures(): Promise<Omit<MovedFiles, 'seconds'>> {
    await this.#query(`begin read only; set local role ${backupRole}`)
    const { rows } = await this.#query(
      `select count(*)::integer as missing from documents d where not d.is_external_link
        and not exists (select from app.moved_files m where m.key = d.file_path)`,
    )
    await this.#query('commit')
    let bytes = 0
    for (const size of this.#done.values()) bytes += size
    return { files: this.#done.size, bytes, missing: rows[0]?.missing ?? 0 }
  }

  async #copy(key: string): Promise<void> {
    const sha256 = await hashOf(this.#from, key)
    const source = await this.#from.read(key)
    // Deleted since it was listed.
    if (!sha256 || !source) return
    const { size } = await this.#to.put(key, source, { sha256 })
    if ((await hashOf(this.#to, key)) !== sha256) {
      await this.#to.delete(key)
      throw new StartError(`The copy of ${key} is not what was sent. Check the new place, then run the move again.`)
    }
    await this.#query(
      'insert into app.moved_files values ($1, $2, $3) on conflict (key) do update set size = $2, sha256 = $3',
      [key, size, sha256],
    )
    this.#done.set(key, size)
  }

  async #forget(key: string): Promise<void> {
    await this.#to.delete(key)
    await this.#query('delete from app.moved_files where key = $1', [key])
    this.#done.delete(key)
  }
}

const startOver = 'Give the move up with `npm run move -- --cancel`, empty the new place, and run it again.'

/** Lets several readers take turns with one iterator, none of which ends it for the others. */
async function* shared<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = await items.next(); !next.done; next = await items.next()) yield next.value
}

async function* allFiles(store: Storage): AsyncGenerator<StoredFile> {
  for (let after = '', files: StoredFile[] = []; ; ) {
    files = await store.list({ limit: listed, ...(after && { after }) })
    yield* files
    after = files.at(-1)?.key ?? after
    if (files.length < listed) return
  }
}

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** @returns the SHA-256 of a stored file; undefined where there is none */
async function hashOf(store: Storage, key: string): Promise<string | undefined> {
  const stored = await store.read(key)
  if (!stored) return undefined
  const hash = createHash('sha256')
  for await (const chunk of stored) hash.update(chunk)
  return hash.digest('hex')
}
