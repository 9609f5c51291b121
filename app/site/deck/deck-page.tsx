import { type MouseEvent, useId, useState } from 'react'
import type { Picture, SheetLine } from '../../../content/deck-types.ts'
import style from './deck-stack.module.css'
import { SheetPicture, textOf } from './sheet-picture.tsx'

/**
 * The width of a page in the stack: on a phone, the window without its gutters (tokens.css), otherwise eight columns.
 */
const sizes = '(width < 60rem) calc(92vw - 1rem), min(58vw, 50rem)'

type Props = {
  picture: Picture
  version: string
  /** Page number, from 1. */
  number: number
  /** Such as 'page 3 of 13'. */
  label: string
  onOpen: (number: number) => void
}

/** A page in the stack: its picture, its title and its text. */
export function DeckPage({ picture, version, number, label, onOpen }: Props) {
  const { path, width, title, text } = picture
  const id = useId()
  const [hasText, setHasText] = useState(false)

  const onPress = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(number)
  }
  return (
    <li id={`page-${number}`}>
      <a
        className={style.page}
        href={`${path}-${width}.webp?v=${version}`}
        aria-label={`Open ${label}: ${title}`}
        aria-haspopup="dialog"
        onClick={onPress}
      >
        <SheetPicture
          picture={picture}
          version={version}
          sizes={sizes}
          alt={textOf(picture)}
          loading={number === 1 ? 'eager' : 'lazy'}
          fetchPriority={number === 1 ? 'high' : 'auto'}
        />
        <span className={`quiet tabular touch ${style.open}`}>Open {label}</span>
      </a>
      <div className={`cluster center apart ${style.head}`}>
        <h2>{title}</h2>
        <button
          type="button"
          className={`center quiet touch ${style.disclosure}`}
          aria-expanded={hasText}
          aria-controls={id}
          onClick={() => setHasText(!hasText)}
        >
          Read as text<span className="visually-hidden">, {label}</span>
        </button>
      </div>
      <div id={id} className={`gap-3 lining ${style.text}`} data-open={hasText}>
        {text.map(line => (
          <Line key={String(line)}>{line}</Line>
        ))}
      </div>
    </li>
  )
}

/** A line of a page's text. In a definition, the term is emphasized. */
function Line({ children }: { children: SheetLine }) {
  if (typeof children === 'string') return <p>{children}</p>
  return (
    <p>
      <strong>{children[0]}</strong> {children[1]}
    </p>
  )
}
