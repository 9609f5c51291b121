/** Where the zoom buttons stop; 1 is actual size. */
export const zoomSteps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]

/** No smaller and no larger than makes sense. */
export const scaleLimits = { min: 0.25, max: 5 }

/**
 * @param fit one more stop among the others
 * @returns the next stop in a direction, or the scale itself at the end
 */
export function nextScale(scale: number, direction: 1 | -1, fit: number): number {
  // Stops that lie so near that a step would hardly show give way to the fit.
  const stops = [...zoomSteps.filter(step => Math.abs(step / fit - 1) > 0.06), fit].sort((a, b) => a - b)
  const beyond = direction > 0 ? stops.find(step => step > scale * 1.01) : stops.findLast(step => step < scale * 0.99)
  return beyond ?? scale
}
