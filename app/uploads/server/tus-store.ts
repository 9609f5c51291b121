import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { uploadLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { arrivedBytes } from './arrived-bytes.ts'
import { discardUpload, findStored, requireUploadAllowed } from './finish-upload.ts'
import { requireFreeSpace } from './quota.ts'
import { registerUpload } from './register-upload.ts'
import { findUpload, type Upload as Row } from './upload-row.ts'

/**
 * tus's data store on behalf of one person: a row in `uploads` has the expected size, `arrivedBytes` the received one.
 * Row-level security hides others' uploads. tus holds the upload's lock during every call.
 */
export class UploadStore extends DataStore {
  readonly #actor: Actor

  constructor(actor: Actor) {
    super()
    this.#actor = actor
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  /** Lifetime of an unfinished upload, in milliseconds. */
  override getExpiration(): number {
    return uploadLifetime
  }

  override async create(upload: Upload): Promise<Upload> {
    await registerUpload(this.#actor, upload.id, upload.size ?? 0, upload.metadata ?? {})
    try {
      await arrivedBytes().create(upload.id)
    } catch (error) {
      const announced = await findUpload(this.#actor, upload.id)
      if (announced) await discardUpload(this.#actor, announced)
      throw error
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id)
    const size = row.file_size
    // A complete upload's bytes have moved to storage; for the browser it stays complete while its row exists.
    const isComplete = row.document_id || (await findStored(row))
    const offset = isComplete ? size : await arrivedBytes().size(row)
    if (offset === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS
    return new Upload({
      id,
      size,
      offset,
      metadata: { filename: row.filename, userId: row.user_id, fundName: row.fund_name, category: row.category },
      creation_date: new Date(row.expires_at.getTime() - uploadLifetime).toISOString(),
    })
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id)
    if (offset >= row.file_size) return offset
    await requireUploadAllowed(this.#actor, row)
    await requireFreeSpace(row.file_size - offset)
    const extended = this.#extend(id)
    // Awaited below; arriving bytes are retained in any case.
    extended.catch(() => {})
    const size = await arrivedBytes().append(row, bytes, { actor: this.#actor, offset })
    await extended
    return size
  }

  override async remove(id: string): Promise<void> {
    const row = await this.#find(id)
    if (row.document_id) throw ERRORS.INVALID_TERMINATION
    await discardUpload(this.#actor, row)
  }

  async #extend(id: string): Promise<void> {
    await actAs(this.#actor, tx =>
      tx
        .updateTable('uploads')
        .set({ expires_at: new Date(Date.now() + uploadLifetime) })
        .where('id', '=', id)
        .execute(),
    )
  }

  async #find(id: string): Promise<Row> {
    const row = await findUpload(this.#actor, id)
    if (!row) throw new PortalError('NOT_FOUND')
    return row
  }
}
