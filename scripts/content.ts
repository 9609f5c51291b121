import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ledgerAccounts } from '../app/ledger/ledger-accounts.ts'
import { accreditation } from '../content/accreditation.ts'
import { bookkeeping } from '../content/bookkeeping.ts'
import { calls } from '../content/call-offers.ts'
import { callZones } from '../content/call-zones.ts'
import { catalogue } from '../content/catalogue.ts'
import type { Content } from '../content/check.ts'
import { colors } from '../content/colors.ts'
import { coveredPersons } from '../content/covered-persons.ts'
import { deck, summary } from '../content/deck.ts'
import { electronicRecords } from '../content/electronic-records.ts'
import { embeds } from '../content/embeds.ts'
import { faq } from '../content/faq.ts'
import { fund } from '../content/fund.ts'
import { generatedPictures } from '../content/generated-pictures.ts'
import { leaders } from '../content/leaders.ts'
import { privacy } from '../content/legal/privacy.ts'
import { terms } from '../content/legal/terms.ts'
import { logo } from '../content/logo.ts'
import { footerLinks, headerLinks, menuLinks } from '../content/navigation.ts'
import { noteSettings } from '../content/notes.ts'
import { publicPages } from '../content/pages.ts'
import { paperless } from '../content/paperless.ts'
import { deckPictures, ogPictures, platePicture, summaryPictures } from '../content/pictures.ts'
import { quota } from '../content/quota.ts'
import { representations } from '../content/representations.ts'
import { openNoteReason, retention } from '../content/retention.ts'
import { sanctions } from '../content/sanctions.ts'
import { security } from '../content/security.ts'
import { sharing } from '../content/sharing.ts'
import { signingHosts } from '../content/signing.ts'
import { tax } from '../content/tax.ts'
import { testimonials } from '../content/testimonials.ts'
import { tiers } from '../content/tiers.ts'
import { typefaces } from '../content/typefaces.ts'
import { verificationLetter } from '../content/verification-letter.ts'
import { fingerprint } from './media/fingerprint.ts'
import { publicSize } from './public-files.ts'

/** The checked content, with the current state of its generated pictures. */
export const content: Content = {
  fund,
  leaders,
  tiers,
  questions: faq.questions,
  testimonials,
  catalogue,
  calls,
  callZones,
  embeds,
  links: { headerLinks, menuLinks, footerLinks },
  colors,
  logo: {
    own: logo,
    isDrawn: existsSync(fileURLToPath(new URL('../server/pdf/logo.png', import.meta.url))),
  },
  missingFonts: [typefaces.display, typefaces.text]
    .flatMap(({ files }) => Object.values(files))
    .filter(file => !existsSync(fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url)))),
  legal: { terms, privacy },
  people: { quota, retention, openNoteReason },
  notes: noteSettings,
  coveredPersons,
  signingHosts,
  electronicRecords,
  accreditation: { switches: accreditation, texts: representations, toSign: verificationLetter },
  bookkeeping: { settings: bookkeeping, ledger: ledgerAccounts },
  tax: { settings: tax, paperless },
  sanctions,
  security,
  drawings: {
    sheets: { deck, summary },
    pictures: { deck: deckPictures, summary: summaryPictures },
    pages: publicPages,
    sharing,
    made: {
      deck: {
        kept: deckPictures.made,
        today: fingerprint(deckPictures.from === 'pdf' ? generatedPictures.ownDeck : generatedPictures.deck),
      },
      summary: { kept: summaryPictures.made, today: fingerprint(generatedPictures.summary) },
      og: { kept: ogPictures.made, today: fingerprint(generatedPictures.og) },
      plate: { kept: platePicture.made, today: fingerprint(generatedPictures.plate) },
    },
    sizeOf: publicSize,
  },
}
