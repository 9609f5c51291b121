import { keyId, SealError } from './sealed-chunks.ts'
import { unwrapKey, type WrappedKey } from './wrapped-keys.ts'

/** What the database says about the vault. */
export interface VaultState {
  /** The newest first. */
  keys: WrappedKey[]
  /** Whether no stored file is plain any more. */
  isAllSealed: boolean
}

/** Where a key ring gets what it needs. */
export interface KeySource {
  /** All of VAULT_KEY. */
  vaultKeys: readonly Buffer[]
  /** Asked again and again, because keys are rotated while the site runs. */
  state(): Promise<VaultState>
}

/** For how long (ms) new files are encrypted with a key that may not be the newest any more. */
const maxAge = 60_000

/** The keys that encrypt files, kept in memory, and read again from time to time and where a file needs another one. */
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
   * @throws Error where there is none
   */
  async newest(): Promise<Buffer> {
    await this.#refresh()
    if (!this.#newest) throw new Error('the vault has no key')
    return this.#newest
  }

  /**
   * @param id of a key, see `keyId`
   * @throws SealError where there is no such key
   */
  async find(id: Buffer): Promise<Buffer> {
    const name = id.toString('hex')
    if (!this.#keys.has(name)) await this.load()
    const key = this.#keys.get(name)
    if (!key) throw new SealError(`a stored file is sealed with a key that is not in this vault: ${name}`)
    return key
  }

  /** @returns whether a stored file that is plain was put there by someone else */
  async isAllSealed(): Promise<boolean> {
    if (!this.#isAllSealed) await this.#refresh()
    return this.#isAllSealed
  }

  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt > maxAge) await this.load()
  }
}
