import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { classes } from './classes.ts'
import { FieldFrame } from './field.tsx'
import style from './file-field.module.css'

type Props = Omit<ComponentProps<typeof FieldFrame>, 'children'> & ComponentProps<'input'>

/** One file, chosen in the system's dialog or dropped there. Also takes every attribute of `<input>`. */
export function FileField({ label, hint, error, hideLabel, id, className, onChange, ...input }: Props) {
  const [name, setName] = useState<string>()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setName(event.target.files?.[0]?.name)
    onChange?.(event)
  }
  return (
    <FieldFrame label={label} hint={hint} error={error} hideLabel={hideLabel} id={id} className={className}>
      {({ className: _, ...control }) => (
        <div className={style.frame}>
          <span className={style.choose} aria-hidden="true">
            {name ? 'Change file' : 'Choose file'}
          </span>
          <span className={classes(style.name, !name && style.empty)} aria-hidden="true">
            {name ?? 'or drop it here'}
          </span>
          <input {...input} {...control} type="file" onChange={choose} />
        </div>
      )}
    </FieldFrame>
  )
}
