import { type FormEvent, useEffect, useRef, useState } from 'react'
import { messages } from '../../../../rules/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import style from './password.module.css'

type Props = {
  filename: string
  /** The one before did not open it. */
  wrong: boolean
  onEnter: (password: string) => void
}

/** A PDF that is locked: its password is asked for here, used here, and sent nowhere. */
export function Password({ filename, wrong, onEnter }: Props) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const enter = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <div className={style.desk}>
      <form className={style.card} onSubmit={enter}>
        <h3>This document is locked</h3>
        <p>
          Whoever made <strong>{filename}</strong> gave it a password. It is used here to open the document, and is not
          sent to us.
        </p>
        <Field
          ref={field}
          type="password"
          label="Password"
          autoComplete="off"
          value={password}
          onChange={event => setPassword(event.target.value)}
          error={wrong ? messages.PASSWORD_WRONG : undefined}
        />
        <Button type="submit" variant="primary" disabled={!password}>
          Open
        </Button>
      </form>
    </div>
  )
}
