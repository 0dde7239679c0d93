/** Types for the part of saxen that is used (it has none of its own): its streaming interface, without namespaces. */
declare module 'saxen' {
  export class Parser {
    write(xml: string): this
    end(): Error | null
    on(event: 'openTag', take: (name: string, attributes: () => Record<string, string> | false) => void): this
    on(event: 'closeTag', take: (name: string) => void): this
    on(event: 'error' | 'warn', take: (error: Error) => void): this
    on(event: 'text' | 'cdata' | 'comment' | 'question' | 'attention', take: (text: string) => void): this
  }
}
