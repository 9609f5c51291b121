import { signingHosts } from '../../../content/signing.ts'
import { nameLength } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { notify } from '../../notifications/server/notify.ts'
import {
  defaultCategory,
  defaultFundName,
  signingLinkMime,
  signingLinkType,
  singleHandedCategories,
} from '../documents.ts'
import { notASigningHost, readSigningUrl } from '../signing-links.ts'
import { documentColumns, type PortalDocument } from './documents.ts'
import { cleanFundName, cleanTitle } from './filenames.ts'

/** A signing link as typed. */
export interface SigningLink {
  /** Owner of the document. */
  userId: string
  name: string
  url: string
  /** The group that lists it; `General` by default. */
  fundName?: string
  category?: string
}

/**
 * Adds a link to an external signing service to a person's documents (specification section 7).
 * @throws PortalError FORBIDDEN unless the actor is an administrator; LINK_NAME_REQUIRED, FUND_LONG, the codes of
 * `readSigningUrl`; PAYMENT_WORDS, PROOF_NEEDED; UPLOAD_SECOND_PERSON; NOT_FOUND for a person who doesn't exist
 */
export async function createDocuSignDocument(actor: Actor, link: SigningLink): Promise<PortalDocument> {
  requireAdministrator(actor)
  const userId = assertId(link.userId)
  const filename = cleanTitle(link.name)
  if (!filename) throw new PortalError('LINK_NAME_REQUIRED')
  const read = readSigningUrl(link.url, signingHosts)
  if (read.problem === 'LINK_URL_HOST')
    throw new PortalError('LINK_URL_HOST', { sentence: notASigningHost(signingHosts) })
  if (read.problem) throw new PortalError(read.problem)
  const fund_name = cleanFundName(link.fundName ?? '') || defaultFundName
  if ([...fund_name].length > nameLength) throw new PortalError('FUND_LONG')
  const category = singleHandedCategories.find(known => known === (link.category || defaultCategory))
  if (!category)
    throw new PortalError(link.category === 'Notices' ? 'UPLOAD_SECOND_PERSON' : 'CREATE_SIGNING_LINK_FAILED')
  await requireProofToReach(actor, { owners: [userId], category, isLink: true, texts: [filename, fund_name] })
  return asAdministrator(
    actor,
    async tx => {
      const document = await tx
        .insertInto('documents')
        .values({
          user_id: userId,
          uploaded_by: actor.id,
          filename,
          file_path: '',
          file_size: 0,
          mime_type: signingLinkMime,
          fund_name,
          category,
          is_external_link: true,
          external_url: read.url,
          file_type: signingLinkType,
        })
        .returning(documentColumns)
        .executeTakeFirstOrThrow()
      // Only the host: anyone with the full URL may be able to sign.
      const external_host = new URL(read.url).host
      await audit(tx, actor, 'document.link_created', document.id, {
        user_id: userId,
        filename,
        external_host,
        fund_name,
      })
      await notify(tx, { kind: 'signature-asked', userId, documentId: document.id, filename, by: actor })
      return document
    },
    { documents_user_id_fkey: 'NOT_FOUND' },
  )
}
