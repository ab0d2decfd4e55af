// The parts of Teach that are not there from the first moment.
import { laterDialog, laterPane } from "../shell/lazy";

export const AlikeOffer = laterPane((panes) => panes.AlikeOffer);
export const BatchDone = laterPane((panes) => panes.BatchDone);
export const ClassPicker = laterDialog((panes) => panes.ClassPicker);
export const EmptyProject = laterPane((panes) => panes.EmptyProject);
export const FlagDialog = laterDialog((panes) => panes.FlagDialog);
export const Guidelines = laterDialog((panes) => panes.Guidelines);
export const Handles = laterPane((panes) => panes.Handles);
export const NameClasses = laterDialog((panes) => panes.NameClasses);
export const OnlyLooking = laterPane((panes) => panes.OnlyLooking);
export const Sayings = laterPane((panes) => panes.Sayings);
export const StepNote = laterPane((panes) => panes.StepNote);
export const Strip = laterPane((panes) => panes.Strip);
export const StudyBar = laterPane((panes) => panes.StudyBar);
export const StudyEnd = laterPane((panes) => panes.StudyEnd);
export const WordMenu = laterDialog((panes) => panes.WordMenu);
