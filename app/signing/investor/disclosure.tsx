import type { ConsentTexts } from '../../../content/consent-types.ts'
import style from './consent.module.css'

/** What a person reads before they agree to something electronic; folded once they have. */
export function Disclosure({ texts, isFolded = false }: { texts: ConsentTexts; isFolded?: boolean }) {
  const parts = (
    <dl className={`tabular double divided ${style.disclosure}`}>
      {texts.parts.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
  if (!isFolded) return parts
  return (
    <details className="fold">
      <summary>What you agreed to</summary>
      {parts}
    </details>
  )
}
