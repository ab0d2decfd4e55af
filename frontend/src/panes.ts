// What is fetched once the first screen stands: the parts of the shell and of Teach that show now and then.
export { CommandList } from "./shell/command_list";
export { Join } from "./shell/join";
export { KeySheet } from "./shell/key_sheet";
export { SignIn } from "./shell/sign_in";
export { Apart } from "./teach/apart";
export { BatchDone } from "./teach/batch_done";
export { ClassPicker } from "./teach/class_picker";
export { EmptyProject } from "./teach/empty_project";
export { FlagDialog } from "./teach/flag_dialog";
export { Guidelines } from "./teach/guidelines";
export { Handles } from "./teach/handles";
export { NameClasses } from "./teach/name_classes";
export { StudyBar } from "./teach/study_bar";
export { StudyEnd } from "./teach/study_end";
export { WordMenu } from "./teach/word_menu";
