import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Pictures } from '../../../content/deck-types.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { DeckOverlay } from './deck-overlay.tsx'
import { DeckPage } from './deck-page.tsx'
import style from './deck-stack.module.css'

type Props = {
  pictures: Pictures
  /** The document's name, such as 'Pitch deck'. */
  name: string
}

type Reading = 'pages' | 'text'

const labels: Record<Reading, string> = { pages: 'Pages', text: 'Text' }

/** The windows in which the pages are read as text by default, as in deck-stack.module.css. */
const narrow = '(width < 48rem)'

/**
 * Pages one below the other, each a picture that opens over the whole window (specification section 2, /pitch-deck). On
 * a phone, where their words would be too small, they are text by default; a switch changes that, on any screen.
 * Without scripts only the picture opens, and each page's text is below it.
 */
export function DeckStack({ pictures, name }: Props) {
  const { pages, version } = pictures
  const { open, openPage, turnTo, close } = useOpenPage(pages.length)
  const [chosen, setChosen] = useState<Reading>()

  return (
    <div className={style.deck} data-reading={chosen}>
      {pages.length > 1 && <ReadingSwitch chosen={chosen} onChoose={setChosen} />}
      <ol className={`stack gap-6 plain-list ${style.stack}`}>
        {pages.map((picture, i) => (
          <DeckPage
            key={picture.path}
            picture={picture}
            version={version}
            number={i + 1}
            label={pages.length > 1 ? `page ${i + 1} of ${pages.length}` : name}
            onOpen={openPage}
          />
        ))}
      </ol>
      {open !== undefined && (
        <DeckOverlay pictures={pictures} name={name} first={open} onTurn={turnTo} onClose={close} />
      )}
    </div>
  )
}

function ReadingSwitch({ chosen, onChoose }: { chosen: Reading | undefined; onChoose: (reading: Reading) => void }) {
  const hydrated = useHydrated()
  const isNarrow = useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  )
  const shown = chosen ?? (isNarrow ? 'text' : 'pages')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={`row gap-5 ${style.switch}`}
      role="group"
      aria-label="Read the deck as"
      data-print="no"
      data-ready={hydrated}
    >
      {(Object.keys(labels) as Reading[]).map(reading => (
        <button key={reading} type="button" aria-pressed={reading === shown} onClick={() => onChoose(reading)}>
          {labels[reading]}
        </button>
      ))}
    </div>
  )
}

function subscribe(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/**
 * The page open in the overlay. It is part of the address (`?page=7`), so that a page can be shared. Opening adds a
 * history entry, so that a phone's Back button closes the overlay; turning pages adds none.
 */
function useOpenPage(count: number) {
  const [query, setQuery] = useSearchParams()
  const hydrated = useHydrated()
  const location = useLocation()
  const navigate = useNavigate()
  const page = Number(query.get('page'))
  // Prerendered pages don't have the overlay, so hydration starts without it.
  const open = hydrated && Number.isInteger(page) && page >= 1 && page <= count ? page : undefined

  const show = (page: number | undefined, replace: boolean) =>
    setQuery(
      before => {
        const after = new URLSearchParams(before)
        if (page === undefined) after.delete('page')
        else after.set('page', String(page))
        return after
      },
      { replace, preventScrollReset: true, state: replace ? location.state : { ...location.state, opened: true } },
    )

  return {
    open,
    openPage: (page: number) => show(page, false),
    turnTo: (page: number) => show(page, true),
    close: () => {
      if (location.state?.opened) navigate(-1)
      else show(undefined, true)
    },
  }
}
