import { answerLeaveQuestion, useIsLeaveQuestionOpen } from '../confirm-leave.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before unsaved values are lost. When the tab is closed, the browser asks. */
export function LeaveDialog() {
  return (
    <Dialog
      isOpen={useIsLeaveQuestionOpen()}
      onClose={() => answerLeaveQuestion(false)}
      title="Leave without saving?"
      description="Your changes will be lost."
    >
      <div className="flex flex-wrap gap-2">
        <Button look="danger" onClick={() => answerLeaveQuestion(true)}>
          Leave without saving
        </Button>
        <Button onClick={() => answerLeaveQuestion(false)}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
