import { classes } from '../shell/ui/classes.ts'
import style from './entries.module.css'

type Entry = { name: string; text: string }

/** A list of names with a description each, separated by hairlines. */
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

/** A few figures side by side, each with its name and, if it has one, its condition. */
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

/** Numbered steps with large numerals. */
export function Steps({ steps }: { steps: readonly Entry[] }) {
  return (
    // Safari does not treat a list without bullets as a list unless it has the role.
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
