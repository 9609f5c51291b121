import { keyId, SealError } from './sealed-chunks.ts'
import { unwrapKey, type WrappedKey } from './wrapped-keys.ts'

/** The vault's state in the database. */
export interface VaultState {
  /** Newest first. */
  keys: WrappedKey[]
  /** Whether no stored file is plain any more. */
  isAllSealed: boolean
}

/** Source of a key ring. */
export interface KeySource {
  /** All of VAULT_KEY. */
  vaultKeys: readonly Buffer[]
  /** Called repeatedly, because keys are rotated while the site runs. */
  state(): Promise<VaultState>
}

/** Time (ms) for which new files may use a key that is no longer the newest. */
const maxAge = 60_000

/** The keys that encrypt files, cached in memory, and reloaded periodically and when a file needs an unknown one. */
export class KeyRing {
  readonly #source: KeySource
  #keys = new Map<string, Buffer>()
  #newest: Buffer | undefined
  #isAllSealed = false
  #readAt = Number.NEGATIVE_INFINITY

  constructor(source: KeySource) {
    this.#source = source
  }

  /**
   * Reads all keys from their source.
   * @returns ids of keys that VAULT_KEY doesn't unwrap
   */
  async load(): Promise<Buffer[]> {
    const { keys, isAllSealed } = await this.#source.state()
    const unwrapped = keys.map(row => ({ id: row.id, key: unwrapKey(this.#source.vaultKeys, row) }))
    this.#keys = new Map(unwrapped.flatMap(({ key }) => (key ? [[keyId(key).toString('hex'), key]] : [])))
    this.#newest = unwrapped.find(({ key }) => key)?.key
    this.#isAllSealed = isAllSealed
    this.#readAt = performance.now()
    return unwrapped.filter(({ key }) => !key).map(({ id }) => id)
  }

  /**
   * @returns the key for new files
   * @throws Error if there is none
   */
  async newest(): Promise<Buffer> {
    await this.#refresh()
    if (!this.#newest) throw new Error('the vault has no key')
    return this.#newest
  }

  /**
   * @param id of a key, see `keyId`
   * @throws SealError if there is no such key
   */
  async find(id: Buffer): Promise<Buffer> {
    const name = id.toString('hex')
    if (!this.#keys.has(name)) await this.load()
    const key = this.#keys.get(name)
    if (!key) throw new SealError(`a stored file is sealed with a key that is not in this vault: ${name}`)
    return key
  }

  /** @returns whether a plain stored file must be foreign */
  async isAllSealed(): Promise<boolean> {
    if (!this.#isAllSealed) await this.#refresh()
    return this.#isAllSealed
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt > maxAge) await this.load()
  }
}
