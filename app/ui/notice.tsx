import { useCallback, useEffect, useState } from 'react'
import { noticeStays } from '../../rules/limits.ts'
import style from './notice.module.css'
import { useClearPlace } from './use-clear-place.ts'

type Note = { text: string; at: number } | null

/**
 * A message of success. Render `<Notice {...notice} />` once on the page and call `notice.say(text)`.
 * @returns the props of `Notice`, and `say`
 */
export function useNotice() {
  const [note, setNote] = useState<Note>(null)
  const say = useCallback((text: string) => setNote({ text, at: Date.now() }), [])
  const clear = useCallback(() => setNote(null), [])
  return { note, say, clear }
}

/** Shows a message of success at the bottom of the window for `noticeStays` (specification section 4). */
export function Notice({ note, clear }: { note: Note; clear: () => void }) {
  const place = useClearPlace(note?.at)
  useEffect(() => {
    if (!note) return
    const timer = setTimeout(clear, noticeStays)
    return () => clearTimeout(timer)
  }, [note, clear])
  return (
    <div ref={place} role="status" className={style.place}>
      {note && (
        <p className={style.notice} key={note.at}>
          {note.text}
        </p>
      )}
    </div>
  )
}
