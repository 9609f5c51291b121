import type { MouseEvent } from 'react'
import type { Pictures } from '../../../content/deck-types.ts'
import { DeckOverlay } from './deck-overlay.tsx'
import style from './deck-stack.module.css'
import { SheetPicture, textOf } from './sheet-picture.tsx'
import { useOpenPage } from './use-open-page.ts'

type Props = {
  pictures: Pictures
  /** The document's name, such as 'Pitch deck'. */
  name: string
}

/**
 * The width of a page in the stack: on a phone, the window without its gutters (tokens.css), otherwise eight columns.
 */
const sizes = '(width < 60rem) calc(92vw - 1rem), min(58vw, 50rem)'

/**
 * Pages one below the other, each a picture that opens over the whole window (specification section 2, /pitch-deck).
 * Without scripts the picture alone opens. The text of each page is below it either way.
 */
export function DeckStack({ pictures, name }: Props) {
  const { pages, version } = pictures
  const { open, openPage, turnTo, close } = useOpenPage(pages.length)

  const onPress = (page: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openPage(page)
  }

  return (
    <>
      <ol className={style.stack}>
        {pages.map((picture, i) => {
          const label = pages.length > 1 ? `page ${i + 1} of ${pages.length}: ${picture.title}` : name
          return (
            <li key={picture.path} id={`page-${i + 1}`}>
              <a
                className={style.page}
                href={`${picture.path}-${picture.width}.webp?v=${version}`}
                aria-label={`Open ${label}`}
                aria-haspopup="dialog"
                onClick={onPress(i + 1)}
              >
                <SheetPicture
                  picture={picture}
                  version={version}
                  sizes={sizes}
                  alt={textOf(picture)}
                  loading={i === 0 ? 'eager' : 'lazy'}
                  fetchPriority={i === 0 ? 'high' : 'auto'}
                />
              </a>
              <details className={style.text}>
                <summary>
                  <span>{pages.length > 1 ? `${i + 1}. ${picture.title}` : picture.title}</span>
                  <span className={style.hint}>
                    Read as text<span className="visually-hidden">, {label}</span>
                  </span>
                </summary>
                {picture.text.map(line => (
                  <p key={line}>{line}</p>
                ))}
              </details>
            </li>
          )
        })}
      </ol>
      {open !== undefined && (
        <DeckOverlay pictures={pictures} name={name} first={open} onTurn={turnTo} onClose={close} />
      )}
    </>
  )
}
