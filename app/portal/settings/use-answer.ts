import { useEffect, useRef } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'
import { useSession } from '../../session.tsx'
import type { SettingsAnswer } from './answer.ts'

/** Where every form of the settings goes. */
export const settingsAction = '/profile/settings'

/** Intents that change who the header's menu says one is. */
const changesUser = ['profile', 'email-verify-new']

/**
 * Sends forms of the settings. What changes a person's name or address reaches the header and every other tab.
 * @param onNotice hears good news, once for each answer
 */
export function useSettings(onNotice: (notice: string) => void): FetcherWithComponents<SettingsAnswer> {
  const fetcher = useFetcher<SettingsAnswer>()
  const { refresh } = useSession()
  const told = useRef<SettingsAnswer>(undefined)
  const answer = fetcher.data
  useEffect(() => {
    if (!answer || answer === told.current) return
    told.current = answer
    if (answer.notice) onNotice(answer.notice)
    if (answer.notice && answer.intent && changesUser.includes(answer.intent)) refresh('USER_UPDATED')
  }, [answer, onNotice, refresh])
  return fetcher
}
