import { type FormEvent, useEffect, useState } from 'react'
import style from './page-field.module.css'
import type { PdfReader } from './pdf-reader.ts'
import type { ReaderState } from './reader-state.ts'

/** Shows the current page and goes to another, by its number or its own label. */
export function PageField({ reader, state }: { reader: PdfReader | undefined; state: ReaderState }) {
  const { page, pages, labels, stage } = state
  const shown = labels?.[page - 1] || String(page)
  const [typed, setTyped] = useState(shown)
  useEffect(() => setTyped(shown), [shown])

  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const known = labels?.includes(typed.trim()) || (Number(typed) >= 1 && Number(typed) <= pages)
    if (known && typed.trim() !== shown) reader?.goTo(typed.trim())
    else setTyped(shown)
  }
  return (
    <form className={style.field} onSubmit={go}>
      <label>
        <span className={style.word}>Page</span>
        <input
          value={typed}
          size={Math.max(2, String(pages).length, typed.length)}
          inputMode={labels ? 'text' : 'numeric'}
          autoComplete="off"
          disabled={stage !== 'reading'}
          aria-describedby="pdf-pages"
          onChange={event => setTyped(event.target.value)}
          onFocus={event => event.target.select()}
          onBlur={() => go()}
        />
      </label>
      <span id="pdf-pages" className="muted">
        {labels ? `(${page} of ${pages})` : `of ${pages || '–'}`}
      </span>
      <span role="status" className="visually-hidden">
        {stage === 'reading' && `Page ${shown} of ${pages}`}
      </span>
    </form>
  )
}
