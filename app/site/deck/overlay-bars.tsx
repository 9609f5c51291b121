import { Button } from '../../shell/ui/button.tsx'
import style from './deck-overlay.module.css'

export type View = 'vertical' | 'horizontal'

const viewNames: Record<View, string> = { vertical: 'Vertical', horizontal: 'Horizontal' }

type OverlayHeaderProps = {
  name: string
  current: number
  count: number
  view: View
  onView: (view: View) => void
  onClose: () => void
}

export function OverlayHeader({ name, current, count, view, onView, onClose }: OverlayHeaderProps) {
  const many = count > 1
  return (
    <header className={style.bar} data-part="bar">
      <p className={style.place} aria-live="polite">
        {many ? (
          <>
            <span className="visually-hidden">Page </span>
            {current} of {count}
          </>
        ) : (
          name
        )}
      </p>
      {many && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div className={style.views} role="group" aria-label="View">
          {(Object.keys(viewNames) as View[]).map(option => (
            <button key={option} type="button" aria-pressed={view === option} onClick={() => onView(option)}>
              {viewNames[option]}
              <span className="visually-hidden"> view</span>
            </button>
          ))}
        </div>
      )}
      <Button variant="link" onClick={onClose}>
        Close
      </Button>
    </header>
  )
}

type PageTurnsProps = { current: number; count: number; onTurn: (by: 1 | -1) => void }

export function PageTurns({ current, count, onTurn }: PageTurnsProps) {
  return (
    <footer className={style.bar} data-part="bar">
      <Button variant="link" disabled={current === 1} onClick={() => onTurn(-1)}>
        Previous<span className="visually-hidden"> page</span>
      </Button>
      <Button variant="link" disabled={current === count} onClick={() => onTurn(1)}>
        Next<span className="visually-hidden"> page</span>
      </Button>
    </footer>
  )
}
