import { href, useSearchParams } from 'react-router'
import { fund } from '../../content/fund.ts'
import { investorDocuments } from '../../content/investor-documents.ts'
import { requestDocuments } from '../../content/navigation.ts'
import { deckPictures, summaryPictures } from '../../content/pictures.ts'
import { Button } from '../shell/ui/button.tsx'
import { classes } from '../shell/ui/classes.ts'
import { Link } from '../shell/ui/link.tsx'
import { DeckStack } from './deck/deck-stack.tsx'
import { DownloadLink } from './deck/download-link.tsx'
import { DocumentPages } from './document-pages.tsx'
import style from './investor-documents.module.css'
import { pageMeta } from './meta.ts'
import '../shell/styles/layout.css'

const texts = investorDocuments.documents

export const meta = () => pageMeta(texts.title, texts.description)

const views = [
  { view: 'deck', label: texts.deckView },
  { view: 'onepager', label: texts.summaryView },
] as const

/** The deck or the executive summary, and their sources (specification section 2, /documents). */
export default function Documents() {
  const [query] = useSearchParams()
  const shown = query.get('view') === 'onepager' ? 'onepager' : 'deck'
  return (
    <>
      <div className={classes('wrap', style.head)} data-print="no">
        <h1>{texts.heading}</h1>
        <p className={`size-lead leading-5 ${style.lead}`}>{texts.lead}</p>
        <DocumentPages />
        <nav className={`cluster ${style.views}`} aria-label="Documents">
          {views.map(({ view, label }) => (
            <Link
              key={view}
              to={`?view=${view}`}
              replace
              preventScrollReset
              viewTransition={false}
              aria-current={view === shown ? 'true' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <section
        className={classes('wrap', 'columns', style.body)}
        aria-label={shown === 'deck' ? texts.deckView : texts.summaryView}
      >
        <div className={style.pages} key={shown}>
          {shown === 'deck' ? (
            <DeckStack pictures={deckPictures} name={texts.deckView} />
          ) : (
            <DeckStack pictures={summaryPictures} name={texts.summaryView} />
          )}
        </div>
        <Aside
          pictures={shown === 'deck' ? deckPictures : summaryPictures}
          name={shown === 'deck' ? 'the deck' : 'the summary'}
        />
      </section>
      <p className={classes('wrap', style.disclaimer)}>
        <strong>{texts.accredited}.</strong> {fund.disclaimer}
      </p>
    </>
  )
}

function Aside(download: Parameters<typeof DownloadLink>[0]) {
  const { talk, sources } = texts
  return (
    <div className={`stack top gap-6 ${style.aside}`} data-print="no">
      <DownloadLink {...download} />
      <div className={`stack start gap-4 line-above pad-above-5 ${style.talk}`}>
        <h2>{talk.heading}</h2>
        <p>{talk.text}</p>
        <Button variant="primary" to={href('/contact')} state={{ consultation: true }}>
          {talk.consultation}
        </Button>
        <Button to={href('/investor-info')}>{talk.information}</Button>
        <Button variant="link" to={requestDocuments.to}>
          {requestDocuments.label}
        </Button>
      </div>
      <details className={style.sources}>
        <summary>{sources.heading}</summary>
        <p>{sources.text}</p>
        <ul>
          {sources.links.map(({ publisher, title, href }) => (
            <li key={href}>
              <a href={href} rel="noopener">
                {title}
              </a>
              <span>{publisher}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
