import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line } from '../../rules/commands/fields.ts'
import { nameLength, signingUrlLength } from '../../rules/limits.ts'
import { filingRefusals } from '../../rules/shared-refusals.ts'
import { documentMessages } from './document-messages.ts'
import { signingLinkMessages as messages } from './signing-links.ts'

const { FUND_LONG } = documentMessages
const { LINK_NAME_REQUIRED, LINK_URL_REQUIRED, LINK_URL_LONG } = messages

/** A link to a signing service, which is filed as a document (specification section 3). */
export const addSigningLinkCommand = defineCommand({
  by: 'administrator',
  name: 'document.add_link',
  shared: [...filingRefusals, 'CREATE_SIGNING_LINK_FAILED'],
  fields: {
    user: hidden(),
    name: line('Name', { most: nameLength }, { LINK_NAME_REQUIRED }),
    url: line('URL', { most: signingUrlLength, type: 'url' }, { LINK_URL_REQUIRED, LINK_URL_LONG }),
    fund_name: line('Fund', { most: nameLength, optional: true }, { FUND_LONG }),
  },
  refusals: refusalsFrom(messages, {
    LINK_URL_INVALID: 'url',
    LINK_URL_CREDENTIALS: 'url',
    LINK_URL_HOST: 'url',
  }),
  button: 'Add link',
  busy: 'Adding…',
  notice: 'DocuSign document created successfully',
  failed: 'Failed to create DocuSign document',
})
