// The parts of Teach that are not there from the first moment.
import { lazyDialog, lazyPane } from "../shell/lazy";

export const NearDuplicatesOffer = lazyPane((panes) => panes.NearDuplicatesOffer);
export const BatchDone = lazyPane((panes) => panes.BatchDone);
export const CommonWords = lazyPane((panes) => panes.CommonWords);
export const ClassPicker = lazyDialog((panes) => panes.ClassPicker);
export const EmptyProject = lazyPane((panes) => panes.EmptyProject);
export const FlagDialog = lazyDialog((panes) => panes.FlagDialog);
export const Guidelines = lazyDialog((panes) => panes.Guidelines);
export const StartWords = lazyPane((panes) => panes.StartWords);
export const TouchHandles = lazyPane((panes) => panes.TouchHandles);
export const NameClasses = lazyDialog((panes) => panes.NameClasses);
export const ViewerNotice = lazyPane((panes) => panes.ViewerNotice);
export const Remarks = lazyPane((panes) => panes.Remarks);
export const StepNoteBar = lazyPane((panes) => panes.StepNoteBar);
export const GuessStrip = lazyPane((panes) => panes.GuessStrip);
export const Side = lazyPane((panes) => panes.Side);
export const StudyBar = lazyPane((panes) => panes.StudyBar);
export const StudyEnd = lazyPane((panes) => panes.StudyEnd);
export const WordMenu = lazyDialog((panes) => panes.WordMenu);
