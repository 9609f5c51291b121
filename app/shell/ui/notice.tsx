import { useCallback, useEffect, useState } from 'react'
import { noticeStays } from '../../../rules/limits.ts'
import { Button } from './button.tsx'
import style from './notice.module.css'
import { useClearPlace } from './use-clear-place.ts'

type Note = { text: string; at: number; stays: boolean } | null

/**
 * A success message. Render `<Notice {...notice} />` once on the page and call `notice.say(text)`; with `stays`, for a
 * message with counts, it stays until it is dismissed.
 * @returns the props of `Notice`, and `say`
 */
export function useNotice() {
  const [note, setNote] = useState<Note>(null)
  const say = useCallback((text: string, { stays = false } = {}) => setNote({ text, stays, at: Date.now() }), [])
  const clear = useCallback(() => setNote(null), [])
  return { note, say, clear }
}

/**
 * Shows a success message at the bottom of the window, for `noticeStays` (specification section 4) unless it stays.
 * @param clear dismisses it; without, it stays until `note` is removed
 */
export function Notice({ note, clear }: { note: Note; clear?: () => void }) {
  const place = useClearPlace(note?.at)
  useEffect(() => {
    if (!note || note.stays || !clear) return
    // Counts from when it is visible: a busy phone may paint it late, and a tab in the background not at all.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(clear, noticeStays)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [note, clear])
  return (
    <div ref={place} role="status" className={style.place}>
      {note && (
        <div className={style.notice} key={note.at}>
          <p>{note.text}</p>
          {note.stays && clear && (
            <Button variant="link" size="small" onClick={clear}>
              Dismiss
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
