/** Addresses of other companies' widgets (https), all optional (specification sections 2, 4 and 7). */
export type Embeds = {
  formScript?: string
  /** Page of the contact form, shown in a frame. */
  emailForm?: string
  bookingScript?: string
  /** Pages of the booking widget, shown in frames. */
  videoBooking?: string
  phoneBooking?: string
  founderCalendar?: string
  /** Origins contacted by these widgets' scripts, such as 'https://api.example.com'. */
  alsoAllow?: { scripts?: string[]; frames?: string[]; connections?: string[]; images?: string[] }
}

/** Widgets that are pages in frames. */
export type FramedEmbed = 'emailForm' | 'videoBooking' | 'phoneBooking' | 'founderCalendar'
