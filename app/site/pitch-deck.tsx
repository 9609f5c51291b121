import { fund } from '../../content/fund.ts'
import { investorDocuments } from '../../content/investor-documents.ts'
import { deckPictures } from '../../content/pictures.ts'
import { classes } from '../shell/ui/classes.ts'
import { DeckStack } from './deck/deck-stack.tsx'
import { DownloadLink } from './deck/download-link.tsx'
import { DocumentPages } from './document-pages.tsx'
import { pageMeta } from './meta.ts'
import style from './pitch-deck.module.css'
import '../shell/styles/layout.css'

const { title, description, heading, lead } = investorDocuments.deck

export const meta = () => pageMeta(title, description)

/** The pitch deck, page by page (specification section 2, /pitch-deck). */
export default function PitchDeck() {
  return (
    <div className={classes('wrap', 'columns', style.layout)}>
      <div className={`stack top gap-5 first-4 ${style.intro}`} data-print="no">
        <h1>{heading}</h1>
        <p className={`size-lead leading-5 ${style.lead}`}>{lead}</p>
        <DownloadLink pictures={deckPictures} name="the deck" />
        <DocumentPages />
        <p className="quiet">{fund.footnote}</p>
      </div>
      <div className={style.pages}>
        <DeckStack pictures={deckPictures} name={title} />
      </div>
    </div>
  )
}
