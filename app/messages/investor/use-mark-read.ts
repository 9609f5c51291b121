import { useEffect } from 'react'
import { href } from 'react-router'

/**
 * Marks a conversation as read once its newest message has been on the reader's screen: at once, or when they return to
 * this tab. If this fails, the messages stay marked as new.
 * @param until when the newest message was sent; undefined where there is nothing new
 */
export function useMarkRead(conversationId: string, until: Date | undefined): void {
  const time = until?.toISOString()
  useEffect(() => {
    if (!time) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', mark)
      const body = new URLSearchParams({ until: time, enhanced: '1' })
      fetch(href('/profile/messages/:id/read', { id: conversationId }), {
        method: 'POST',
        body,
        keepalive: true,
      }).catch(() => {})
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [conversationId, time])
}
