@"%TAPESCOPE_NODE%" --inspect=0 "%~dp0..\launch.ts" %*
