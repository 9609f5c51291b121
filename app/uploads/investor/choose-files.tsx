import { Button } from '../../shell/ui/button.tsx'
import style from './choose-files.module.css'
import { acceptAttribute } from './upload-rule.ts'

type Props = {
  label?: string
  /** Its accessible name, if `label` isn't enough. */
  name?: string
  variant?: 'primary' | 'quiet'
  size?: 'normal' | 'small'
  single?: boolean
  /** Accepted types, as a file input's `accept`; by default all that the portal takes. */
  accept?: string
  onFiles: (files: File[]) => void
}

/** A button that opens the system's dialog for choosing files. */
export function ChooseFiles({
  label = 'Choose files',
  name = label,
  variant = 'primary',
  size,
  single,
  accept = acceptAttribute,
  onFiles,
}: Props) {
  return (
    <span className={style.choose}>
      <Button variant={variant} size={size} tabIndex={-1} aria-hidden>
        {label}
      </Button>
      {/* Transparent, over the button. */}
      <input
        type="file"
        multiple={!single}
        accept={accept}
        aria-label={name}
        onChange={({ target: chosen }) => {
          onFiles([...(chosen.files ?? [])])
          // Allows choosing the same file again.
          chosen.value = ''
        }}
      />
    </span>
  )
}
