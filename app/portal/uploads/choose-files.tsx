import { Button } from '../../ui/button.tsx'
import style from './choose-files.module.css'
import { acceptAttribute } from './upload-rule.ts'

type Props = {
  label?: string
  /** Its accessible name, where `label` says too little. */
  name?: string
  variant?: 'primary' | 'quiet'
  size?: 'normal' | 'small'
  /** Takes one file only. */
  single?: boolean
  /** Which kinds, as a file input's `accept`; all that are taken elsewhere, unless it says so. */
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
      {/* Lies transparent over the button. */}
      <input
        type="file"
        multiple={!single}
        accept={accept}
        aria-label={name}
        onChange={({ target: chosen }) => {
          onFiles([...(chosen.files ?? [])])
          // So that the same file can be chosen again.
          chosen.value = ''
        }}
      />
    </span>
  )
}
