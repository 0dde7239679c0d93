export default function SchemeFrame() {
  return <p>SchemeFrame</p>
}
