import { classes } from '../ui/classes.ts'
import style from './entries.module.css'

type Entry = { name: string; text: string }

/** Names and what is said of each, a hairline between them. */
export function Entries({ entries, className }: { entries: readonly Entry[]; className?: string }) {
  return (
    <dl className={classes(style.entries, className)}>
      {entries.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

type Figure = { value: string; name: string; text?: string }

/** A few figures side by side, each with its name and its condition. */
export function Figures({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  return (
    <dl className={classes(style.figures, className)}>
      {figures.map(({ value, name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={classes('figures', style.value)}>{value}</dd>
          {text && <dd className={style.condition}>{text}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Steps in order, their numerals engraved large. */
export function Steps({ steps }: { steps: readonly Entry[] }) {
  return (
    // Safari forgets that a list is one when it has no bullets.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ol role="list" className={style.steps}>
      {steps.map(({ name, text }, i) => (
        <li key={name}>
          <span className={classes('figures', style.numeral)} aria-hidden="true">
            {i + 1}
          </span>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
