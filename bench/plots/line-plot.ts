export interface Plot {
  name: string
}
