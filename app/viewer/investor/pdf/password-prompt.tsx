import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../shell/ui/button.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import { viewerMessages } from '../../messages.ts'
import style from './password-prompt.module.css'

type Props = {
  filename: string
  /** The last password was wrong. */
  wrong: boolean
  onEnter: (password: string) => void
}

/** Asks for the password of a locked PDF. It never leaves this browser. */
export function PasswordPrompt({ filename, wrong, onEnter }: Props) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const enter = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <div className={style.desk}>
      <form className={`stack gap-4 ${style.card}`} onSubmit={enter}>
        <h3>This document is password-protected</h3>
        <p>
          <strong>{filename}</strong> needs a password to open. It’s used only in your browser and never sent to us.
        </p>
        <Field
          ref={field}
          type="password"
          label="Password"
          autoComplete="off"
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={wrong ? viewerMessages.PASSWORD_WRONG : undefined}
        />
        <Button type="submit" variant="primary" disabled={!password}>
          Open
        </Button>
      </form>
    </div>
  )
}
