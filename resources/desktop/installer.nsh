; Offers Tapescope among the programs for .jsonl and makes it the default for nothing; a link to a place opens it.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Tapescope.jsonl" "" "Log of an agent"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Tapescope.jsonl\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\.jsonl\OpenWithProgids" "Tapescope.jsonl" ""
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.jsonl\OpenWithProgids" "Tapescope.jsonl"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Tapescope.jsonl"
!macroend
